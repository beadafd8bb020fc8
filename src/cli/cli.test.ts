import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { CommanderError, type Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENGINES, HttpClient, storage } from '#platform/server/testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { Oxbow, type OxbowServer } from '../../test/oxbow.ts'
import { describeError } from './errors.ts'
import { createProgram } from './program.ts'

// Each command is a separate program, which a busy machine starts slowly.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PASSWORD = 'correct horse battery'
let oxbow: Oxbow

beforeAll(async () => {
  oxbow = await Oxbow.fromSources()
})

describe.each(ENGINES)('commands beside a running server (%s)', engine => {
  let folder: string
  let env: Record<string, string>
  let server: OxbowServer
  const databases: string[] = []

  const newHome = async (name: string): Promise<Record<string, string>> => {
    if (engine === 'sqlite') return { OXBOW_HOME: join(folder, name) }
    const url = await createPostgresDatabase()
    databases.push(url)
    return { OXBOW_HOME: join(folder, name), DATABASE_URL: url }
  }
  const run = (...args: string[]) => oxbow.run(args, env)
  const statusAs = async (username: string, password: string) =>
    (await HttpClient.basic(server.url, username, password).get('/rest/api/user/current')).json as {
      username?: string
      statusCode?: number
    }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-cli-'))
    env = await newHome('home')
    server = await oxbow.start({ ...env, OXBOW_ADMIN_USER: 'admin', OXBOW_ADMIN_PASSWORD: PASSWORD })
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    for (const url of databases) await dropPostgresDatabase(url)
    await rm(folder, { recursive: true, force: true })
  })

  it('add users who sign in at once, list them, and change their passwords', async () => {
    const added = await oxbow.run(
      ['user', 'add', 'ada', '--name', 'Ada Lovelace', '--email', 'ada@example.org'],
      env,
      `${PASSWORD}\n`,
    )
    expect(added).toEqual({ code: 0, stdout: 'Added ada.\n', stderr: '' })
    expect(await statusAs('ada', PASSWORD)).toMatchObject({ username: 'ada' })
    const { stdout } = await run('user', 'list', '--json')
    expect(
      stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as unknown),
    ).toContainEqual({ username: 'ada', displayName: 'Ada Lovelace', email: 'ada@example.org', active: true })
    expect(await oxbow.run(['user', 'password', 'ada'], env, 'another good secret\n')).toMatchObject({ code: 0 })
    expect(await statusAs('ada', PASSWORD)).toMatchObject({ statusCode: 401 })
    expect(await statusAs('ada', 'another good secret')).toMatchObject({ username: 'ada' })
  })

  it('lets threads of its own read and draw what is large', async () => {
    const admin = HttpClient.basic(server.url, 'admin', PASSWORD)
    expect((await admin.post('/rest/api/space', { key: 'LARGE', name: 'Large' })).status).toBe(200)
    const created = await admin.post('/rest/api/content?expand=body.view', {
      type: 'page',
      title: 'Large',
      space: { key: 'LARGE' },
      body: storage('<p>many words</p>'.repeat(10_000)),
    })
    expect(created.status, created.text).toBe(200)
    expect(created.json.body.view.value).toBe('<p>many words</p>'.repeat(10_000))
  })

  it('invite by a link that the running server knows', async () => {
    const { stdout } = await run('user', 'add', 'grace', '--link')
    const link = /The password is set at (\S+)/.exec(stdout)?.[1] ?? ''
    const { pathname, search } = new URL(link)
    expect((await new HttpClient(server.url).get(pathname + search)).text).toContain('password')
  })

  it('lock out, let in, and make administrators', async () => {
    expect(await run('user', 'disable', 'ada')).toMatchObject({ code: 0 })
    expect(await statusAs('ada', 'another good secret')).toMatchObject({ statusCode: 401 })
    expect(await run('user', 'enable', 'ada')).toMatchObject({ code: 0 })
    expect(await statusAs('ada', 'another good secret')).toMatchObject({ username: 'ada' })
    expect(await run('user', 'admin', 'ada', 'on')).toMatchObject({ code: 0, stdout: 'ada is an administrator.\n' })
    expect(await run('user', 'admin', 'ada', 'off')).toMatchObject({ code: 0 })
    const last = await run('user', 'admin', 'admin', 'off')
    expect(last.code).toBe(1)
    expect(last.stderr).toMatch(/administrator/)
  })

  it('make tokens that scripts use, and end them', async () => {
    const token = (await run('token', 'create', 'admin', 'nightly', '--days', '7')).stdout.trim()
    const script = new HttpClient(server.url, { authorization: `Bearer ${token}` })
    expect((await script.get('/rest/api/user/current')).json).toMatchObject({ username: 'admin' })
    const [line = ''] = (await run('token', 'list', 'admin', '--json')).stdout.split('\n')
    const { id, name } = JSON.parse(line) as { id: number; name: string }
    expect(name).toBe('nightly')
    expect(await run('token', 'revoke', 'admin', String(id))).toMatchObject({ code: 0 })
    expect((await script.get('/rest/api/user/current')).status).toBe(401)
    expect(await run('token', 'revoke', 'admin', String(id))).toMatchObject({ code: 1 })
  })

  it('back up, restore elsewhere, examine and rebuild the index', async () => {
    const admin = HttpClient.basic(server.url, 'admin', PASSWORD)
    await admin.post('/rest/api/space', { key: 'DOC', name: 'Documents' })
    const page = await admin.post('/rest/api/content', {
      type: 'page',
      title: 'Kept',
      space: { key: 'DOC' },
      body: { storage: { value: '<p>kept</p>', representation: 'storage' } },
    })
    const file = join(folder, 'backup.tar.gz')
    expect(await run('backup', file)).toMatchObject({ code: 0, stderr: '' })
    expect(await run('backup', file)).toMatchObject({
      code: 1,
      stderr: `oxbow: ${file} is there already. Give the name of a new file.\n`,
    })
    expect(await run('restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not empty') as string,
    })
    expect(await run('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing is wrong.') as string,
    })
    expect(await run('search', 'rebuild')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Indexed \d+ /) as string,
    })

    const elsewhere = await newHome('restored')
    expect(await oxbow.run(['restore', file], elsewhere)).toMatchObject({ code: 0, stderr: '' })
    expect(await oxbow.run(['doctor', '--deep', '--json'], elsewhere)).toMatchObject({ code: 0 })
    const restored = await oxbow.start(elsewhere)
    try {
      const { json } = await HttpClient.basic(restored.url, 'admin', PASSWORD).get(
        `/rest/api/content/${page.json.id}?expand=body.storage`,
      )
      expect(json).toMatchObject({ title: 'Kept', body: { storage: { value: '<p>kept</p>' } } })
    } finally {
      await restored.end('SIGTERM')
    }
  })

  it('back up what is there when a stored file is missing or damaged, and end with 3', async () => {
    const admin = HttpClient.basic(server.url, 'admin', PASSWORD)
    const { json } = await admin.get('/rest/api/content?spaceKey=DOC&title=Kept')
    const files: string[] = []
    for (const content of ['missing', 'damaged']) {
      const form = new FormData()
      form.set('file', new Blob([`${content} in ${engine}`]), `${content}.txt`)
      await admin.send('POST', `/rest/api/content/${json.results[0].id}/child/attachment`, form, {
        'x-atlassian-token': 'no-check',
      })
      const sha256 = createHash('sha256').update(`${content} in ${engine}`).digest('hex')
      files.push(join(env['OXBOW_HOME'] ?? '', 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256))
    }
    const [missing = '', damaged = ''] = files
    await rename(missing, `${missing}.away`)
    await writeFile(damaged, 'other')
    const file = join(folder, 'incomplete.tar.gz')
    const { code, stdout, stderr } = await run('backup', file)
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringMatching(/^Wrote \d+ rows and \d+ stored files/) as string,
    })
    expect(stderr).toContain(`missing: ${basename(missing)}\n`)
    expect(stderr).toContain(`damaged: ${basename(damaged)}\n`)
    expect(stderr).toContain('missing or damaged: 2.')
    const restored = await oxbow.run(['restore', file], await newHome('incomplete'))
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining('missing or damaged: 2.') as string })
    await rename(`${missing}.away`, missing)
    await writeFile(damaged, `damaged in ${engine}`)
  })

  it('tell of damage by the exit code', async () => {
    const damaged = await newHome('damaged')
    expect(await run('backup', join(folder, 'second.tar.gz'))).toMatchObject({ code: 0 })
    expect(await oxbow.run(['restore', join(folder, 'second.tar.gz')], damaged)).toMatchObject({ code: 0 })
    const { openDatabase } = await import('#platform/server/database/index.ts')
    const database = await openDatabase({ home: damaged['OXBOW_HOME'] ?? '', databaseUrl: damaged['DATABASE_URL'] })
    await database.transaction(async ({ db }) => {
      await db.updateTable('content').set({ version: 9 }).where('title', '=', 'Kept').execute()
    })
    await database.close()
    const { code, stdout } = await oxbow.run(['doctor'], damaged)
    expect(code).toBe(1)
    expect(stdout).toMatch(/✗ Every content has its current version\n {4}error: .*version 9/)
  })
})

describe('the command line', () => {
  let home: string
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'oxbow-cli-'))
  })
  afterAll(() => rm(home, { recursive: true, force: true }))
  const run = (...args: string[]) => oxbow.run(args, { OXBOW_HOME: home })

  it('ends with 2 when it was not understood, and says what would be right', async () => {
    for (const [args, words] of [
      [[], 'Usage:'],
      [['user', 'add', 'ada'], 'No password'],
    ] as const) {
      const { code, stdout, stderr } = await run(...args)
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(words) as string,
      })
    }
  })

  it.each([
    [['bogus']],
    [['user']],
    [['user', 'add']],
    [['backup']],
    [['token', 'revoke', 'admin', 'x']],
    [['user', 'add', 'ada', '--password', 'secret']],
  ])('does not understand %j', async args => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await expect(createProgram().parseAsync(args, { from: 'user' })).rejects.toBeInstanceOf(CommanderError)
    expect(told.mock.calls.join('')).toMatch(/Usage:|error:/)
  })

  it('describes every command and option', () => {
    const commands = (command: Command): Command[] => [command, ...command.commands.flatMap(commands)]
    const all = commands(createProgram())
    expect(all.map(command => command.name())).toEqual(
      expect.arrayContaining([
        'start',
        'add',
        'list',
        'password',
        'disable',
        'enable',
        'admin',
        'create',
        'revoke',
        'backup',
        'restore',
        'doctor',
        'rebuild',
        'version',
      ]),
    )
    for (const command of all) {
      expect(command.description(), command.name()).not.toBe('')
      for (const option of command.options) expect(option.description, option.flags).not.toBe('')
      for (const argument of command.registeredArguments) expect(argument.description, argument.name()).not.toBe('')
    }
  })

  it('says where it looked when there is no wiki', async () => {
    expect(await run('doctor')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`There is no wiki in ${home}`) as string,
    })
  })

  it('says what stands against a folder that cannot be made, and makes none where a wiki should be', async () => {
    const file = join(home, 'a-file')
    await writeFile(file, '')
    // Below /proc the system denies that the folder above is there: a start must not try for ever.
    for (const place of [
      file,
      join(file, 'below'),
      ...(process.platform === 'linux' ? ['/proc/x', '/proc/x/y'] : []),
    ]) {
      for (const args of [['start'], ['restore', file]]) {
        const { code, stderr } = await oxbow.run(args, { OXBOW_HOME: place, PORT: '0' })
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: expect.stringContaining(`OXBOW_HOME (${place}), cannot be used: `) as string,
        })
      }
    }
    const mistyped = join(home, 'mistyped')
    for (const url of ['', 'postgres://nobody@127.0.0.1:1/none']) {
      const { code, stderr } = await oxbow.run(['doctor'], { OXBOW_HOME: mistyped, DATABASE_URL: url })
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(`There is no wiki in ${mistyped}`) as string,
      })
    }
    expect(existsSync(mistyped)).toBe(false)
  })

  it('names the file that is no database, and what to do', async () => {
    const place = await mkdtemp(join(home, 'junk-'))
    const file = join(place, 'oxbow.sqlite')
    await writeFile(file, 'This is a letter to my aunt. '.repeat(200))
    for (const args of [['start'], ['doctor'], ['user', 'list']]) {
      const { code, stderr } = await oxbow.run(args, { OXBOW_HOME: place, PORT: '0' })
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(`oxbow: ${file} cannot be opened as the database of the wiki`) as string,
      })
      expect(stderr).toContain('oxbow restore')
    }
  })

  it('begins no new wiki beside the files of another, unless it is told to', async () => {
    const place = await mkdtemp(join(home, 'lost-'))
    const name = createHash('sha256').update('a file').digest('hex')
    await mkdir(join(place, 'blobs', name.slice(0, 2), name.slice(2, 4)), { recursive: true })
    await writeFile(join(place, 'blobs', name.slice(0, 2), name.slice(2, 4), name), 'a file')
    for (let n = 0; n < 2; n++) {
      const { code, stderr } = await oxbow.run(['start'], { OXBOW_HOME: place, PORT: '0' })
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /holds the files of a wiki.*is empty.*oxbow restore.*OXBOW_NEW_WIKI=true/s,
        ) as string,
      })
    }
    const told = await oxbow.start({ OXBOW_HOME: place, OXBOW_NEW_WIKI: 'true' })
    expect(await told.end('SIGTERM')).toBe(0)
    const again = await oxbow.start({ OXBOW_HOME: place })
    expect(await again.end('SIGTERM')).toBe(0)
  })

  it('prints the address of the set-up with its code, until the wiki is set up', async () => {
    const place = await mkdtemp(join(home, 'new-'))
    const first = await oxbow.start({ OXBOW_HOME: place })
    await expect
      .poll(() => first.output())
      .toMatch(/Set it up at http:\/\/localhost:\d+\/setup\?code=[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\n/)
    expect(first.output()).toContain('this wiki is not set up')
    await first.end('SIGTERM')
    const given = await oxbow.start({ OXBOW_HOME: place, OXBOW_ADMIN_USER: 'admin', OXBOW_ADMIN_PASSWORD: PASSWORD })
    await given.end('SIGTERM')
    expect(given.output()).not.toContain('/setup')
  })

  it('ends by SIGTERM in its time although a request does not', async () => {
    const server = await oxbow.start({ OXBOW_HOME: await mkdtemp(join(home, 'endless-')), OXBOW_SHUTDOWN_SECONDS: '3' })
    const { connect } = await import('node:net')
    const open = connect(Number(new URL(server.url).port), '127.0.0.1')
    open.on('error', () => {})
    open.write(
      'POST /rest/tsv/1.0/authenticate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    // Until it is read, it is no open request.
    await expect.poll(async () => (await (await fetch(`${server.url}/metrics`)).text()).length).toBeGreaterThan(0)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.output()).toContain('within 3 seconds')
    open.destroy()
  })

  it.runIf(process.platform === 'linux')('ends by SIGTERM in its time although the server is frozen', async () => {
    const place = await mkdtemp(join(home, 'frozen-'))
    const server = await oxbow.start({ OXBOW_HOME: place, OXBOW_SHUTDOWN_SECONDS: '1' })
    const { pid } = server.process
    // The system may leave out a process that it is busy with.
    const serving = await vi.waitFor(async () => {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      return Number(/^\d+/.exec(children)?.[0] ?? expect.fail('no process serves'))
    })
    process.kill(serving, 'SIGSTOP')
    expect(await server.end('SIGTERM')).toBe(1)
    expect(server.output()).toContain('oxbow: the server did not end within 1 s and was killed')
    const again = await oxbow.start({ OXBOW_HOME: place })
    expect(await again.end('SIGTERM')).toBe(0)
  })

  it('tells wrong settings and a taken port in a line, not in a stack', async () => {
    const wrong = await oxbow.run(['start'], { OXBOW_HOME: home, PORT: 'eighty' })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('PORT must be a number') as string })
    const taken = await listening()
    const { port } = taken.address() as AddressInfo
    const busy = await oxbow.run(['start'], {
      OXBOW_HOME: home,
      HOST: '127.0.0.1',
      PORT: String(port),
      OXBOW_LOG_LEVEL: 'silent',
    })
    taken.close()
    expect(busy.code).toBe(1)
    expect(busy.stderr).toMatch(new RegExp(`^oxbow: The port ${port} is in use.*\n$`))
  })

  it('says of a host that nobody knows that it is no address, and of a file that it is no backup', async () => {
    const unknown = await oxbow.run(['start'], { OXBOW_HOME: home, HOST: '999.1.1.1', OXBOW_LOG_LEVEL: 'silent' })
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'oxbow: HOST (999.1.1.1) is no address of this machine. Set it to one, or to 0.0.0.0 for all.\n',
    })
    const broken = (bytes: Buffer) => {
      try {
        return gunzipSync(bytes).toString()
      } catch (error) {
        return describeError(error)
      }
    }
    expect(broken(Buffer.from('junk'))).toMatch(/not a backup, or is damaged/)
    expect(broken(gzipSync(Buffer.alloc(1000, 'ab')).subarray(0, 20))).toMatch(/cut off/)
  })

  it('makes no first user who could not administer', async () => {
    const { code, stderr } = await oxbow.run(['user', 'add', 'ada', '--link'], { OXBOW_HOME: home })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('add --admin') as string })
    expect(await oxbow.run(['user', 'add', 'ada', '--admin', '--link'], { OXBOW_HOME: home })).toMatchObject({
      code: 0,
    })
  })

  it('lets no second process serve the folder; ends at once by a second Ctrl-C, but not by one that npm repeats', async () => {
    const server = await oxbow.start({ OXBOW_HOME: home })
    const second = await oxbow.run(['start'], { OXBOW_HOME: home, PORT: '0', OXBOW_LOG_LEVEL: 'silent' })
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another Oxbow serves the wiki') as string,
    })
    const { port } = new URL(server.url)
    // A request that never comes to its end keeps the server from ending by itself.
    const { connect } = await import('node:net')
    const open = connect(Number(port), '127.0.0.1')
    await once(open, 'connect')
    open.write(
      'POST /rest/api/content HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    open.on('error', () => {})
    const { process: child } = server
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    child.kill('SIGINT')
    await expect.poll(() => server.output()).toContain('Press Ctrl-C again')
    expect(child.exitCode).toBeNull()
    const again = setInterval(() => child.kill('SIGINT'), 200)
    expect(await ended).toEqual([130, null])
    clearInterval(again)
    open.destroy()
  })
})

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
