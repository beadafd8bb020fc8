import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../lib/packages.mjs'

const exec = promisify(execFile)

/**
 * Proves that the package works away from the checkout: packs it, installs the tarball in an empty folder as a user
 * would, starts it with an empty data folder, asks for its state and the first page, and ends it.
 * @throws Error that says which step failed
 */
export async function tryPackage(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-package-'))
  try {
    const { stdout } = await npm(['pack', '--json', '--pack-destination', folder], root)
    const [packed] = JSON.parse(stdout) as Array<{ filename: string; files: { path: string }[] }>
    if (!packed) throw new Error('npm pack made no tarball')
    const map = packed.files.find(({ path }) => path.endsWith('.map'))
    if (map) throw new Error(`the package has a source map: ${map.path}`)
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    await npm(['install', '--omit=dev', '--ignore-scripts', '--prefer-offline', `./${packed.filename}`], folder)
    await tryServer(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryServer(folder: string): Promise<void> {
  const port = await freePort()
  const env = {
    PATH: systemPath(),
    PORT: String(port),
    HOST: '127.0.0.1',
    OXBOW_HOME: join(folder, 'data'),
    OXBOW_ADMIN_USER: 'admin',
    OXBOW_ADMIN_PASSWORD: 'correct horse battery',
    OXBOW_ADMIN_EMAIL: 'admin@example.org',
  }
  const server = spawn(join(folder, 'node_modules/.bin/oxbow'), ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  try {
    const address = `http://127.0.0.1:${port}`
    await reached(`${address}/status`, server)
    const page = await fetch(address, { headers: { Accept: 'text/html' } })
    const html = await page.text()
    if (!page.ok || !html.includes('</html>')) throw new Error(`/ answered ${page.status}: ${html.slice(0, 500)}`)
    await assetsLoad(address, html)
    const ended = once(server, 'exit') as Promise<[number | null]>
    server.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw new Error(`it ended with ${code} after SIGTERM`)
  } catch (error) {
    throw new Error(`the installed package: ${(error as Error).message}\n${output}`, { cause: error })
  } finally {
    server.kill('SIGKILL')
  }
}

/** The scripts and styles that the page names are in the package. */
async function assetsLoad(address: string, html: string): Promise<void> {
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  if (paths.length === 0) throw new Error('the first page names no script or style')
  for (const path of paths) {
    const answer = await fetch(address + path)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  }
}

/** Waits until `url` answers well; gives up when the server ends or 30 s have gone. */
async function reached(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode} at start`)
    const ok = await fetch(url).then(
      answer => answer.ok,
      () => false,
    )
    if (ok) return
    await delay(50)
  }
  throw new Error(`${url} did not answer within 30 s`)
}

function npm(args: readonly string[], cwd: string) {
  const [program = 'npm', ...before] = process.env['npm_execpath']
    ? [process.execPath, process.env['npm_execpath']]
    : ['npm']
  return exec(program, [...before, ...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, maxBuffer: 1 << 26 })
}

/** PATH without the checkout's own programs: the machine's Node starts the package, as a user's would. */
function systemPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  return folders.some(folder => existsSync(join(folder, 'node')))
    ? folders.join(delimiter)
    : (process.env['PATH'] ?? '')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
