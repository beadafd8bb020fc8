import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { childrenOf } from '../test/processes.ts'

/** This checkout. */
export const ROOT = join(import.meta.dirname, '..')

/** A server in a separate process, so that the load generator's work is not counted as its. */
export interface ServerProcess {
  readonly url: string
  /** From spawn to the first answer, in milliseconds. */
  readonly startMs: number
  /** Resident memory now, in MB. */
  residentMb(): Promise<number>
  /** Proportional set size now, in MB: what is shared with other processes counts by its share. */
  proportionalMb(): Promise<number>
  /** Resident memory now of the processes that it started, in MB. */
  helpersMb(): Promise<number>
  /** Processor time so far, in milliseconds. */
  processorMs(): Promise<number>
  /**
   * Waits until its background work has ended: such as indexing what a newer version adds to the index.
   * @returns its processor time when it came to rest, in milliseconds
   */
  settled(): Promise<number>
  stop(): Promise<void>
}

/** Of one server: less work in a second than this is none. */
const BUSY_MS_PER_SECOND = 50
const QUIET_SECONDS = 3
const MS_PER_TICK = 10

export const ADMIN = { username: 'admin', password: 'bench password' }

/** Basic authentication, as the header `authorization`. */
export const basic = ({ username, password }: typeof ADMIN): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Starts the built wiki on a data folder. @param build the checkout whose build is started */
export function startWiki(
  home: string,
  env: Record<string, string> = {},
  build: string = ROOT,
): Promise<ServerProcess> {
  return start(build, ['bin/oxbow', 'start'], '/status', {
    OXBOW_HOME: home,
    OXBOW_LOG_LEVEL: 'error',
    OXBOW_PROCESSES: '1',
    OXBOW_ADMIN_USER: ADMIN.username,
    OXBOW_ADMIN_PASSWORD: ADMIN.password,
    OXBOW_ADMIN_EMAIL: 'admin@example.org',
    ...env,
  })
}

/** Starts the floor: a bare Fastify that answers recorded bytes after one indexed point read. */
export function startFloor(database: string): Promise<ServerProcess> {
  return start(ROOT, ['bench/floor.ts', database], '/ready', {})
}

async function start(
  cwd: string,
  args: readonly string[],
  probe: string,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const port = await freePort()
  const began = performance.now()
  // The database of a run on PostgreSQL is given by who starts it.
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, NODE_ENV: 'production', ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await answering(`${url}${probe}`, child)
  const startMs = performance.now() - began
  const pid = await servingPid(child)
  return {
    url,
    startMs,
    residentMb: () => residentMb(pid),
    proportionalMb: () => proportionalMb(pid),
    async helpersMb() {
      const sizes = await Promise.all((await childrenOf(pid)).map(child => residentMb(child).catch(() => 0)))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    processorMs: () => processorMs(pid),
    async settled() {
      let busyUntil = await processorMs(pid)
      for (let quiet = 0, last = busyUntil; quiet < QUIET_SECONDS;) {
        await new Promise(resolve => setTimeout(resolve, 1000))
        const now = await processorMs(pid)
        const busy = now - last >= BUSY_MS_PER_SECOND
        if (busy) busyUntil = now
        quiet = busy ? 0 : quiet + 1
        last = now
      }
      return busyUntil
    },
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The process that serves: the first child of the launcher, or the process itself where nothing launched it. */
async function servingPid({ pid = 0 }: ChildProcess): Promise<number> {
  // The system may leave out a process that it is busy with.
  for (let tries = 0; tries < 20; tries++) {
    const [first] = await childrenOf(pid)
    if (first !== undefined) return first
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return pid
}

/** Resident memory of a process now, in MB. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** See proc_pid_smaps_rollup(5). */
async function proportionalMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
}

/** Processor time of a process so far, in milliseconds; see proc_pid_stat(5). */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return ((user ?? 0) + (system ?? 0)) * MS_PER_TICK
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      if (response.ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error(`${url} did not answer within a minute`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
