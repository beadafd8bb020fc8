import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A fake of the built program: prints what runs it and its arguments, then waits, or freezes. */
const program = `
  const [command] = process.argv.slice(2)
  if (command === 'fail') process.exit(7)
  if (command === 'die') process.kill(process.pid, 'SIGKILL')
  let signals = 0
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    console.log(name)
    if (name === 'SIGTERM' || ++signals === 2) process.exit(3)
  })
  setInterval(() => {}, 1000)
  if (process.argv[3] === 'memory') {
    console.log(...process.execArgv.filter(option => option.includes('-space')), process.env.NODE_OPTIONS)
  } else if (process.argv[3] === 'frozen') {
    process.send({ endWithinMs: Number(process.argv[4]) })
    setTimeout(() => {
      console.log('frozen')
      for (;;);
    }, 10)
  } else console.log(process.versions.node.split('.')[0], ...process.argv.slice(2))
`

/** Makes Node report an older version, by which `oxbow` decides whether to start another. */
const pretendOld = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })"

describe.each([
  ['by a recent Node', []],
  ['by the Node it brought on an older one', ['--import', `data:text/javascript,${encodeURIComponent(pretendOld)}`]],
])('oxbow runs the program %s', (_, flags) => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-launch-'))
    await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await mkdir(join(folder, 'dist'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'dist/cli.js'), program)
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  const start = (...args: string[]) => startWith({}, ...args)
  const startWith = (env: Record<string, string>, ...args: string[]) => {
    const child = spawn(process.execPath, [...flags, join(folder, 'bin/oxbow'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    })
    child.stdout.setEncoding('utf8')
    const errors: string[] = []
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
    // Closed by all processes that hold the output.
    return { child, lines: linesOf(child), ended: once(child, 'close'), errors }
  }

  it('with its arguments, and ends as it ends', async () => {
    const { child, lines, ended } = start('start', '--port', '0')
    expect(await lines.next()).toBe('24 start --port 0')
    child.kill('SIGTERM')
    expect(await lines.next()).toBe('SIGTERM')
    expect(await ended).toEqual([3, null])
  })

  it.each([
    ['', '--max-semi-space-size=16 --max-old-space-size=1024'],
    ['--max-old-space-size=4096', '--max-semi-space-size=16 --max-old-space-size=4096'],
    ['--max_semi_space_size=32', '--max-old-space-size=1024 --max_semi_space_size=32'],
  ])('with its limits of memory, but for those in NODE_OPTIONS "%s"', async (options, expected) => {
    const { child, lines, ended } = startWith({ NODE_OPTIONS: options }, 'start', 'memory')
    expect((await lines.next())?.trim()).toBe(expected)
    child.kill('SIGTERM')
    expect(await lines.next()).toBe('SIGTERM')
    await ended
  })

  it('and gives it each Ctrl-C once', async () => {
    const { child, lines, ended } = start('start')
    await lines.next()
    child.kill('SIGINT')
    expect(await lines.next()).toBe('SIGINT')
    child.kill('SIGINT')
    expect(await lines.next()).toBe('SIGINT')
    expect(await ended).toEqual([3, null])
  })

  it('and leaves nothing behind when it is killed', async () => {
    const { child, lines } = start('start')
    await lines.next()
    child.kill('SIGKILL')
    // The output ends when the last process that holds it is gone.
    expect(await lines.next()).toBeUndefined()
  })

  it('and kills it when it is frozen, after the time that it has given itself to end', async () => {
    const { child, lines, ended, errors } = start('start', 'frozen', '100')
    expect(await lines.next()).toBe('frozen')
    child.kill('SIGTERM')
    expect(await ended).toEqual([1, null])
    expect(errors.join('')).toBe('oxbow: the server did not end within 0.1 s and was killed\n')
  })

  it('and kills it when it is frozen by a second Ctrl-C', async () => {
    const { child, lines, ended } = start('start', 'frozen', '600000')
    expect(await lines.next()).toBe('frozen')
    const pressing = setInterval(() => child.kill('SIGINT'), 200)
    expect(await ended).toEqual([130, null])
    clearInterval(pressing)
  })

  it('and passes on its exit code', async () => {
    expect(await start('fail').ended).toEqual([7, null])
  })

  it('and ends badly when it was killed', async () => {
    const [code, signal] = (await start('die').ended) as [number | null, string | null]
    expect(code === 137 || signal === 'SIGKILL').toBe(true)
  })
})

it('says what to do when no Node that fits is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-launch-'))
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'dist/cli.js'), program)
  const child = spawn(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretendOld)}`,
    join(folder, 'bin/oxbow'),
  ])
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said).toMatch(/needs Node 24 or later, and this is Node 20\.19\.0\..*install a newer Node/s)
  await rm(folder, { recursive: true })
})

/** The lines that a program prints, one at a time. */
function linesOf(child: ChildProcess): { next(): Promise<string | undefined> } {
  const lines = (async function* () {
    let rest = ''
    for await (const text of child.stdout ?? []) {
      const parts = (rest + String(text)).split('\n')
      rest = parts.pop() ?? ''
      yield* parts
    }
  })()
  return { next: async () => (await lines.next()).value ?? undefined }
}
