import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HttpClient } from '#platform/server/testing/harness.ts'
import { entities, EXPORT, object, objectsOf } from '#features/space-import/testing/export.ts'
import { peopleExport, userKey } from '#features/space-import/testing/people-export.ts'
import { Oxbow, type OxbowServer } from '../../test/oxbow.ts'

// Each command is a separate program, which a busy machine starts slowly.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const PASSWORD = 'correct horse battery'

describe('spaces in files by the command line', () => {
  let oxbow: Oxbow
  let folder: string
  let env: Record<string, string>
  let server: OxbowServer
  let admin: HttpClient

  beforeAll(async () => {
    oxbow = await Oxbow.fromSources()
    folder = await mkdtemp(join(tmpdir(), 'oxbow-spaces-'))
    env = { OXBOW_HOME: join(folder, 'home') }
    server = await oxbow.start({ ...env, OXBOW_ADMIN_USER: 'admin', OXBOW_ADMIN_PASSWORD: PASSWORD })
    admin = HttpClient.basic(server.url, 'admin', PASSWORD)
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const zipped = async (name: string, files: Readonly<Record<string, string | Uint8Array>>) => {
    const path = join(folder, name)
    const bytes = Object.entries(files).map(([file, of]) => [file, typeof of === 'string' ? strToU8(of) : of])
    await writeFile(path, zipSync(Object.fromEntries(bytes)))
    return path
  }
  const titles = async (key: string): Promise<string[]> =>
    (await admin.get(`/rest/api/content?spaceKey=${key}&limit=500`)).json.results.map(
      ({ title }: { title: string }) => title,
    )

  it('are imported beside a wiki that runs, exported, and imported again', async () => {
    const file = await zipped('old.zip', EXPORT)
    const preview = await oxbow.run(['import', file, '--dry-run', '--space', 'OLD'], env)
    expect(preview).toMatchObject({ code: 0, stderr: '' })
    expect(preview.stdout).toContain('space OLD “Old & gold”: new\nPages: 7, Blog posts: 1, Versions: 10, ')
    expect(preview.stdout).toMatch(/, Drafts: 0 \(1 left out\), Comments: 4, of these inline: \d/)
    expect(preview.stdout).toMatch(/\nUsers: \d+ matched, \d+ made, 0 left out\nGroups: /)
    expect((await admin.get('/rest/api/space/OLD')).status).toBe(404)
    const imported = await oxbow.run(['import', file], env)
    expect(imported).toMatchObject({ code: 3, stderr: expect.stringContaining('The text of "Below" cannot be read') })
    expect(imported.stdout).toContain('Imported space OLD “Old & gold”')
    expect(await titles('OLD')).toContain('Zucchini')
    expect(await oxbow.run(['import', file], env)).toEqual({
      code: 0,
      stdout: 'The space OLD was already imported whole from this file.\n',
      stderr: '',
    })
    const written = join(folder, 'written.zip')
    expect(await oxbow.run(['export', 'OLD', '--to', written], env)).toMatchObject({ code: 0, stderr: '' })
    // The contents of the first import have the ids.
    expect(await oxbow.run(['import', written, '--space', 'OLD=COPY', '--quiet'], env)).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^Ids of pages that were taken here, with the new ones: 900001 → \d+/),
    })
    expect((await titles('COPY')).toSorted()).toEqual((await titles('OLD')).toSorted())
  })

  it('are not imported by a command or file that cannot be right, of which no run is noted', async () => {
    const file = await zipped('wrong.zip', { 'entities.xml': entities('WRONG', 3_000_000, 2) })
    const runs = async () => (await admin.get('/rest/oxbow/1.0/space-imports')).json.results.length
    const before = await runs()
    const refusals: [args: string[], code: number, message: RegExp][] = [
      [['--space', 'WRONG='], 2, /Write KEY or KEY=NEW/],
      [['--space', 'A', '--space', 'a=B'], 2, /The space a is named twice/],
      [['--space', 'A=AA', '--space', 'B=aa'], 2, /Two spaces would get the key aa/],
      [['--key', 'X', '--space', 'WRONG'], 2, /write the new key there: --space KEY=NEW/],
      [['--dry-run', '--report', join(folder, 'report.csv')], 2, /a dry run has no report/],
      [['--report', join(folder, 'absent/report.csv')], 2, /there is no folder .*absent\. Make it/],
      [['--dry-run', '--people-to', join(folder, 'absent/people.csv')], 2, /there is no folder .*absent\. Make it/],
      [['--people-to', join(folder, 'people.csv')], 2, /--people-to is for --dry-run/],
      [['--dry-run', '--time-zone', 'Berlin'], 2, /Berlin is no name of a time zone/],
      [['--base-url', 'wiki.example.org'], 2, /wiki\.example\.org is no http or https address/],
    ]
    for (const [args, code, message] of refusals)
      expect(await oxbow.run(['import', file, ...args], env)).toEqual({
        code,
        stdout: '',
        stderr: expect.stringMatching(message),
      })
    const absent = await oxbow.run(['import', join(folder, 'absent.zip')], env)
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('absent.zip is not there') })
    expect(await runs()).toBe(before)
    const { stdout } = await oxbow.run(['import', '--help'], env)
    expect(stdout).not.toContain('default: {}')
    expect(stdout).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 /)
  })

  it('are foretold one by one, with what stands against them', async () => {
    const other = object('Label', 3_110_700, { name: 'x', namespace: 'global' })
    const both = (...more: string[]) =>
      objectsOf([entities('ONE', 3_100_000, 2), entities('TWO', 3_110_000, 3), ...more])
    const first = await zipped('both.zip', { 'entities.xml': both() })
    const newer = await zipped('newer.zip', { 'entities.xml': both(other) })
    const imported = await oxbow.run(
      ['import', first, '--space', 'one', '--quiet', '--report', join(folder, 'r.csv')],
      env,
    )
    expect(imported).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await readFile(join(folder, 'r.csv'), 'utf8')).toContain('Space,Topic,Effect')
    const same = await oxbow.run(['import', first, '--dry-run'], env)
    expect(same).toMatchObject({ code: 0, stderr: '' })
    expect(same.stdout).toMatch(
      /space ONE .*: was imported already\nspace TWO .*: new\n {2}Pages: 3, .*\nAll together: Pages: 3,/,
    )
    const refused = await oxbow.run(['import', newer, '--dry-run'], env)
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain(
      'exists here: it can be brought up to date (--update), or needs another key (--space ONE=NEW)',
    )
    expect(await oxbow.run(['import', newer], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('import under another key, or bring it up to date by --update'),
    })
    const updating = await oxbow.run(['import', newer, '--dry-run', '--update'], env)
    expect(updating.code).toBe(0)
    expect(updating.stdout).toMatch(/space ONE .*: brings up to date the space that is here\n/)
  })

  it('have their users become what a file says that was written before and changed', async () => {
    const users = [
      { key: userKey(1), name: 'admin-there', displayName: 'Head', email: 'head@example.org' },
      { key: userKey(2), name: 'leaver' },
    ]
    const file = await zipped('people.zip', { 'entities.xml': peopleExport('PEOPLE', 1_000_000, users) })
    const people = join(folder, 'people.csv')
    expect(await oxbow.run(['import', file, '--dry-run', '--people-to', people], env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`The users and groups were written to ${people}`),
    })
    const written = await readFile(people, 'utf8')
    expect(written.split('\r\n').slice(1)).toEqual([
      `user,${userKey(1)},admin-there,Head,head@example.org,create,,`,
      `user,${userKey(2)},leaver,leaver,,create,,`,
      '',
    ])
    await writeFile(people, written.replaceAll('create,', 'match,nobody'))
    for (const how of [[], ['--dry-run']]) {
      const refused = await oxbow.run(['import', file, '--people', people, ...how], env)
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(/Line 2, column "target": This wiki has no user "nobody".*\nLine 3/)
    }
    expect((await admin.get('/rest/api/space/PEOPLE')).status).toBe(404)
    await writeFile(people, written.replace('create,', 'match,admin').replace('create', 'skip'))
    const foretold = await oxbow.run(['import', file, '--people', people, '--dry-run'], env)
    expect(foretold.stdout).toContain('Users: 1 matched, 0 made, 1 left out\n')
    const imported = await oxbow.run(['import', file, '--people', people], env)
    expect(imported).toMatchObject({ code: 3, stderr: expect.stringContaining('since their users were left out: 1') })
    const creatorOf = async (id: number) =>
      (await admin.get(`/rest/api/content/${id}?expand=history`)).json.history.createdBy.username
    expect(await Promise.all([1_000_010, 1_000_011].map(creatorOf))).toEqual(['admin', undefined])
    const again = await oxbow.run(['import', file, '--key', 'PEOPLE2', '--dry-run'], env)
    expect(again.stdout).toContain(
      'Choices of an earlier import are used for 2 users and groups; --people-to lists them',
    )
  })

  it('are whole although the import is killed in the middle', async () => {
    const file = await zipped('many.zip', { 'entities.xml': entities('MANY', 2_000_000, 400) })
    const killed = oxbow.spawn(['import', file], env)
    const ended = new Promise(resolve => void killed.once('exit', resolve))
    await expect.poll(async () => (await titles('MANY').catch(() => [])).length).toBeGreaterThan(20)
    killed.kill('SIGKILL')
    await ended
    expect((await titles('MANY')).length).toBeLessThan(400)
    expect(await oxbow.run(['import', file], env)).toMatchObject({ code: 0, stderr: '' })
    const left = (await readdir(env['OXBOW_HOME'] ?? '')).filter(name => name.startsWith('import-'))
    expect(left, 'what the killed import left').toEqual([])
    const all = await titles('MANY')
    expect([all.length, new Set(all).size]).toEqual([400, 400])
    expect((await admin.get('/rest/api/space/MANY?expand=homepage')).json.homepage.title).toBe('MANY 1')
  })
})
