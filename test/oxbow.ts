import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/lib/packages.mjs'
import { bundleServer } from '../scripts/lib/server-bundle.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A server that runs in a separate process. */
export interface OxbowServer {
  /** The launcher, which users start and send signals to. */
  readonly process: ChildProcess
  readonly url: string
  /** Everything it has printed so far. */
  output(): string
  /** Sends a signal and waits until the launcher and the server are gone. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** The program `oxbow`, run as its users run it. */
export class Oxbow {
  readonly #program: string
  readonly #env: Readonly<Record<string, string>>

  constructor(program: string, env: Readonly<Record<string, string>> = {}) {
    this.#program = program
    this.#env = env
  }

  /** As installed from `dist`, which has to be built. */
  static readonly built: Oxbow = new Oxbow(join(root, 'bin/oxbow'))

  /** The server bundled from the current sources, regardless of `dist`: once for all tests of a process. */
  static fromSources(): Promise<Oxbow> {
    bundled ??= bundle()
    return bundled
  }

  /** @param isGroup whether the process leads a new group, by which it is killed with its children */
  spawn(args: readonly string[], env: Record<string, string>, isGroup = false): ChildProcess {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(?:OXBOW_|DATABASE_URL$|PORT$|HOST$|NODE_|VITEST)/.test(name),
    )
    return spawn(process.execPath, [this.#program, ...args], {
      env: { ...Object.fromEntries(inherited), ...this.#env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: isGroup,
    })
  }

  /** Runs a command to its end. @param input goes to its standard input, which is closed then */
  async run(args: readonly string[], env: Record<string, string>, input = ''): Promise<Ended> {
    const child = this.spawn(args, env)
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
    // A command that does not read its input may end before it is written.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, stdout: stdout(), stderr: stderr() }
  }

  /** Runs `oxbow start` until it says that it is ready. @throws Error with all it printed when it ends before */
  async start(env: Record<string, string>): Promise<OxbowServer> {
    const settings = { HOST: '127.0.0.1', PORT: '0', OXBOW_LOG_LEVEL: 'warn', OXBOW_PROCESSES: '1', ...env }
    const child = this.spawn(['start'], settings, true)
    // As when a machine fails: a launcher killed alone leaves a busy server running until its event loop is free.
    const kill = () => void process.kill(-child.pid!, 'SIGKILL')
    // A test that is ended must not leave the server.
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
    const output = () => stdout() + stderr()
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout?.on('data', () => {
        const port = /Oxbow is ready at \S+?:(\d+)/.exec(stdout())?.[1]
        if (port) resolve(`http://127.0.0.1:${port}`)
      })
      child.once('exit', code => reject(new Error(`oxbow start ended with ${code}:\n${output()}`)))
    })
    return {
      process: child,
      url,
      output,
      async end(signal) {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
        // The server holds the output too.
        const ended = once(child, 'close') as Promise<[number | null]>
        if (signal === 'SIGKILL') kill()
        else child.kill(signal)
        return (await ended)[0]
      },
    }
  }
}

let bundled: Promise<Oxbow> | undefined

/** Makes a package of bundled sources in the temporary folder of the test run. */
async function bundle(): Promise<Oxbow> {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-program-'))
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  for (const name of ['node_modules', 'package.json']) await symlink(join(root, name), join(folder, name))
  await bundleServer(join(folder, 'dist'))
  // Compiling takes longer than most commands: the first start does it for all others.
  return new Oxbow(join(folder, 'bin/oxbow'), { NODE_COMPILE_CACHE: join(folder, 'compiled') })
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}
