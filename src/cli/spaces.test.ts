import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HttpClient } from '#platform/server/testing/harness.ts'
import { entities, EXPORT } from '#features/space-import/testing/export.ts'
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
    expect(preview.stdout).toContain('space OLD “Old & gold”')
    expect(preview.stdout).toContain('Pages: 7, Blog posts: 1, Versions: 10, Drafts: 0 (1 left out), Comments: 4, ')
    expect((await admin.get('/rest/api/space/OLD')).status).toBe(404)
    const imported = await oxbow.run(['import', file], env)
    expect(imported).toMatchObject({ code: 3, stderr: expect.stringContaining('The text of "Below" cannot be read') })
    expect(imported.stdout).toContain('Imported space OLD “Old & gold”')
    expect(await titles('OLD')).toContain('Zucchini')
    expect(await oxbow.run(['import', file], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A space already exists with key OLD'),
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
    expect(await oxbow.run(['import', written, '--space', 'OLD='], env)).toMatchObject({ code: 2 })
  })

  it('have their users become what a file says that was written before and changed', async () => {
    const users = [
      { key: userKey(1), name: 'admin-there', displayName: 'Head', email: 'head@example.org' },
      { key: userKey(2), name: 'leaver' },
    ]
    const file = await zipped('people.zip', { 'entities.xml': peopleExport('PEOPLE', 1_000_000, users) })
    const people = join(folder, 'people.csv')
    expect(await oxbow.run(['import', file, '--people-to', people], env)).toMatchObject({ code: 2 })
    expect(await oxbow.run(['import', file, '--dry-run', '--people-to', people], env)).toMatchObject({ code: 0 })
    const written = await readFile(people, 'utf8')
    expect(written.split('\r\n').slice(1)).toEqual([
      `user,${userKey(1)},admin-there,Head,head@example.org,create,,`,
      `user,${userKey(2)},leaver,leaver,,create,,`,
      '',
    ])
    await writeFile(people, written.replaceAll('create,', 'match,nobody'))
    const refused = await oxbow.run(['import', file, '--people', people], env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/Line 2, column "target": This wiki has no user "nobody".*\nLine 3/)
    expect((await admin.get('/rest/api/space/PEOPLE')).status).toBe(404)
    await writeFile(people, written.replace('create,', 'match,admin').replace('create', 'skip'))
    const imported = await oxbow.run(['import', file, '--people', people], env)
    expect(imported).toMatchObject({ code: 3, stderr: expect.stringContaining('since their users were left out: 1') })
    const creatorOf = async (id: number) =>
      (await admin.get(`/rest/api/content/${id}?expand=history`)).json.history.createdBy.username
    expect(await Promise.all([1_000_010, 1_000_011].map(creatorOf))).toEqual(['admin', undefined])
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
