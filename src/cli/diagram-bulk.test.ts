import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENGINES, HttpClient } from '#platform/server/testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { boxes, saved } from '#features/diagrams/testing/wiki.ts'
import { Oxbow, type OxbowServer } from '../../test/oxbow.ts'

// Each command is a separate program, which a busy machine starts slowly.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const PASSWORD = 'correct horse battery'
const drawio = (text: string, style = 'rounded=0;whiteSpace=wrap;html=1') =>
  '<mxfile><diagram id="a" name="One"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>' +
  `<mxCell id="x" value="${text}" style="${style}" vertex="1" parent="1"><mxGeometry width="80" height="40" as="geometry"/></mxCell>` +
  '</root></mxGraphModel></diagram></mxfile>'

describe.each(ENGINES)('diagrams in bulk by the command line (%s)', engine => {
  let oxbow: Oxbow
  let folder: string
  let env: Record<string, string>
  let server: OxbowServer
  let admin: HttpClient
  let database: string | undefined

  beforeAll(async () => {
    oxbow = await Oxbow.fromSources()
    folder = await mkdtemp(join(tmpdir(), 'oxbow-bulk-'))
    env = { OXBOW_HOME: join(folder, 'home') }
    if (engine === 'postgres') env['DATABASE_URL'] = database = await createPostgresDatabase()
    server = await oxbow.start({ ...env, OXBOW_ADMIN_USER: 'admin', OXBOW_ADMIN_PASSWORD: PASSWORD })
    admin = HttpClient.basic(server.url, 'admin', PASSWORD)
    for (const key of ['IN', 'MANY', 'OUT']) await admin.post('/rest/api/space', { key, name: `Space ${key}` })
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    if (database !== undefined) await dropPostgresDatabase(database)
    await rm(folder, { recursive: true, force: true })
  })

  const run = (...args: string[]) => oxbow.run(['diagram', ...args], env)
  const pagesOf = async (space: string) =>
    (
      (await admin.get(`/rest/api/content?spaceKey=${space}&limit=200&expand=ancestors,version,children.attachment`))
        .json.results as {
        id: string
        title: string
        ancestors: { title: string }[]
        children: { attachment: { results: { title: string; version: { number: number } }[] } }
      }[]
    ).map(page => ({
      id: page.id,
      title: page.title,
      above: page.ancestors.at(-1)?.title,
      files: page.children.attachment.results.map(file => file.title).toSorted(),
    }))

  describe('import', () => {
    let files: string
    beforeAll(async () => {
      files = join(folder, 'in')
      await mkdir(join(files, 'Plans', 'Old'), { recursive: true })
      await writeFile(join(files, 'Flow.drawio'), drawio('Hello'))
      await writeFile(join(files, 'Flow.xml'), drawio('Another of that name'))
      await writeFile(join(files, 'Plans', 'Flow.drawio'), drawio('Third', 'shape=mxgraph.unknown.thing'))
      await writeFile(join(files, 'Plans', 'Old', 'a#[b]: "c".drawio'), drawio('Odd name'))
      await writeFile(join(files, 'Plans', 'damaged.drawio'), '<mxfile><diagram>!!!</diagram></mxfile>')
      await writeFile(join(files, 'Plans', 'notes.txt'), 'no diagram')
      await symlink(join(files, 'Flow.drawio'), join(files, 'link.drawio'))
    })

    it('tells what it would do, and changes nothing', async () => {
      const { code, stdout } = await run('import', files, '--space', 'IN', '--dry-run')
      expect(code).toBe(3)
      expect(stdout).toContain('Flow.drawio: would be imported as “Flow”\n')
      expect(stdout).toContain('Flow.xml: would be imported as “Flow (2)”\n')
      expect(stdout).toContain('Imported 4, updated 0, unchanged 0, kept 0, refused 1, passed over 2.')
      expect(await pagesOf('IN')).toHaveLength(1)
    })

    it('makes pages of folders and files, and tells what was approximated, refused and passed over', async () => {
      const { code, stdout, stderr } = await run('import', files, '--space', 'IN')
      expect(code).toBe(3)
      expect(stdout).toMatch(
        /^Imported 4, updated 0, unchanged 0, kept 0, refused 1, passed over 2\. Shown otherwise than in the file: 1 diagram, 1 place\.$/m,
      )
      expect(stderr).toMatch(/^Plans\/damaged\.drawio: refused\. .+/m)
      expect(stderr).toContain(
        'Plans/notes.txt: passed over. It is no diagram of this wiki, of Gliffy or of draw.io.\n',
      )
      expect(stderr).toContain('link.drawio: passed over. Links to other files are not followed.\n')
      expect(stderr).toMatch(/^Plans\/Flow\.drawio: page 1, cell x: The shape “mxgraph\.unknown\.thing” is not known/m)
      const home = 'Space IN Home'
      const pages = await pagesOf('IN')
      const three = (name: string) => [name, `${name}.png`, `${name}.svg`]
      expect(pages.map(({ id: _, ...page }) => page)).toEqual(
        expect.arrayContaining([
          { title: 'Flow', above: home, files: three('Flow') },
          { title: 'Flow (2)', above: home, files: three('Flow (2)') },
          { title: 'Plans', above: home, files: [] },
          { title: 'Flow (Plans)', above: 'Plans', files: three('Flow (Plans)') },
          { title: 'Old', above: 'Plans', files: [] },
          { title: 'a#[b]: "c"', above: 'Old', files: three('a--b-- "c"') },
        ]),
      )
      const flow = pages.find(page => page.title === 'Flow')
      const body = (await admin.get(`/rest/api/content/${flow?.id}?expand=body.view`)).json.body.view.value as string
      expect(body).toContain('<img')
    })

    it('changes nothing that is the same when it runs again', async () => {
      const before = await pagesOf('IN')
      const { stdout } = await run('import', files, '--space', 'IN')
      expect(stdout).toContain('Imported 0, updated 0, unchanged 4, kept 0, refused 1, passed over 2.')
      expect(await pagesOf('IN')).toEqual(before)
    })

    it('stores what changed as a new version, but nothing over what was changed in the wiki', async () => {
      await rm(join(files, 'Plans', 'damaged.drawio'))
      await writeFile(join(files, 'Flow.drawio'), drawio('Changed'))
      await writeFile(join(files, 'Flow.xml'), drawio('Changed too'))
      const second = (await pagesOf('IN')).find(page => page.title === 'Flow (2)')?.id ?? ''
      await saved(admin, second, 'Flow (2)', boxes('Changed in the wiki'), 1)
      const first = await run('import', files, '--space', 'IN', '--quiet')
      expect(first).toMatchObject({
        code: 3,
        stderr: 'Flow.xml: kept. The diagram was changed in the wiki since it was imported; --overwrite replaces it.\n',
      })
      expect(first.stdout).toContain('Imported 0, updated 1, unchanged 2, kept 1, refused 0, passed over 2.')
      const over = await run('import', files, '--space', 'IN', '--quiet', '--overwrite')
      expect(over).toMatchObject({ code: 0, stderr: '' })
      expect(over.stdout).toContain('Imported 0, updated 1, unchanged 3, kept 0')
      const loaded = await admin.get(`/rest/oxbow/1.0/diagrams?pageId=${second}&name=Flow%20(2)`)
      expect(loaded.json).toMatchObject({ version: 3 })
      expect(loaded.text).toContain('Changed too')
    })

    it('goes on where it was killed', async () => {
      const many = join(folder, 'many')
      await mkdir(join(many, 'Below'), { recursive: true })
      const names = Array.from({ length: 12 }, (_, number) => `Diagram ${String(number).padStart(2, '0')}`)
      for (const name of names) await writeFile(join(many, 'Below', `${name}.drawio`), drawio(name))
      const child = oxbow.spawn(['diagram', 'import', many, '--space', 'MANY'], env)
      const ended = once(child, 'close')
      let told = ''
      for await (const chunk of child.stdout ?? []) {
        told += String(chunk)
        if (told.split('\n').length > 3) break
      }
      child.kill('SIGKILL')
      await ended
      const halfway = (await pagesOf('MANY')).filter(page => page.above === 'Below')
      expect(halfway.length).toBeGreaterThan(2)
      for (const { files: attached } of halfway) expect(attached).toHaveLength(3)
      const again = await run('import', many, '--space', 'MANY')
      expect(again.code).toBe(0)
      expect(again.stdout).toContain(`Imported ${12 - halfway.length}, updated 0, unchanged ${halfway.length},`)
      const whole = (await pagesOf('MANY')).filter(page => page.above === 'Below')
      expect(whole.map(page => page.title).toSorted()).toEqual(names)
    })

    it('says what is wrong with what it was given', async () => {
      expect(await run('import', files, '--space', 'NONE')).toMatchObject({ code: 1 })
      expect(await run('import', files)).toMatchObject({ code: 2 })
      expect(await run('import', join(folder, 'gone'), '--space', 'IN')).toMatchObject({
        code: 1,
        stderr: `oxbow: ${join(folder, 'gone')} is not there.\n`,
      })
      const parent = await run('import', files, '--space', 'IN', '--parent', 'No such page')
      expect(parent).toMatchObject({ code: 1 })
      expect(parent.stderr).toContain('The space IN has no page “No such page”')
      expect(await run('import', files, '--space', 'IN', '--user', 'nobody')).toMatchObject({ code: 1 })
    })
  })

  describe('export', () => {
    it('writes what file systems take, once each, and what changed again', async () => {
      const page = await admin.createPage('OUT', 'A/B: "C"?')
      await saved(admin, page, 'Flow', boxes('One'))
      await saved(admin, page, 'flow', boxes('Two'))
      await saved(admin, page, 'con', boxes('Three'))
      const out = join(folder, 'out')
      const first = await run('export', 'OUT', '--to', out, '--format', 'svg')
      expect(first).toMatchObject({ code: 0, stderr: '' })
      expect(first.stdout).toMatch(/^Written 3, unchanged 0, refused 0\.$/m)
      const inside = join(out, `A-B- -C--~${page}`)
      const listed = await readdir(inside)
      expect(listed.toSorted()).toEqual(['Flow.svg', '_con.svg', expect.stringMatching(/^flow~att\d+\.svg$/)])
      expect(await readFile(join(inside, 'Flow.svg'), 'utf8')).toMatch(/^<svg[^]*One/)
      const past = new Date(1e12)
      for (const name of listed) await utimes(join(inside, name), past, past)
      await rm(join(inside, '_con.svg'))
      await saved(admin, page, 'Flow', boxes('Changed'), 1)
      const second = await run('export', 'OUT', '--to', out, '--format', 'svg')
      expect(second.stdout).toMatch(/^Written 2, unchanged 1, refused 0\.$/m)
      expect(await readFile(join(inside, 'Flow.svg'), 'utf8')).toContain('Changed')
      const same = listed.find(name => name.startsWith('flow~')) ?? ''
      expect((await stat(join(inside, same))).mtimeMs).toBe(1e12)
    })

    it('writes each page of a diagram, and documents that can be imported', async () => {
      const page = await admin.createPage('OUT', 'Two')
      const document = boxes('First')
      const [sheet] = document.pages
      if (!sheet) throw new Error('no page')
      await saved(admin, page, 'Pages', { ...document, pages: [sheet, { ...sheet, id: 'p2', name: 'Second' }] })
      const out = join(folder, 'pages')
      expect(await run('export', 'OUT', '--to', out, '--format', 'png', '--quiet')).toMatchObject({ code: 0 })
      expect((await readdir(join(out, `Two~${page}`))).toSorted()).toEqual(['Pages.png', 'Pages~2.png'])
      const json = join(folder, 'json')
      expect(await run('export', 'OUT', '--to', json)).toMatchObject({ code: 0 })
      const back = await run('import', json, '--space', 'MANY', '--dry-run')
      expect(back.stdout).toContain('Imported 4, updated 0, unchanged 0, kept 0, refused 0, passed over 0.')
    })

    it('names what it cannot read', async () => {
      const page = await admin.createPage('IN', 'Bad')
      const form =
        '--b\r\nContent-Disposition: form-data; name="file"; filename="Damaged"\r\nContent-Type: application/gliffy+json\r\n\r\n{"contentType":"application/gliffy+json"\r\n--b--\r\n'
      const sent = await admin.send('POST', `/rest/api/content/${page}/child/attachment`, Buffer.from(form), {
        'content-type': 'multipart/form-data; boundary=b',
        'x-atlassian-token': 'no-check',
      })
      expect(sent.status, sent.text).toBe(200)
      const told = await run('export', 'IN', '--to', join(folder, 'bad'), '--quiet')
      expect(told.code).toBe(3)
      expect(told.stderr).toMatch(/^Bad~\d+\/Damaged\.json: refused\. /m)
    })
  })
})
