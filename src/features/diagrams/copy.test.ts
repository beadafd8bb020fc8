import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  onEachEngine,
  startTestWiki,
  type HttpClient,
  type HttpReply,
  type TestWiki,
} from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { features } from '../../server.ts'
import {
  archive,
  makePage,
  makePeople,
  makeSpace,
  restrict,
  traces,
  whileFull,
  WHO,
  type Clients,
  type Who,
} from './testing/access.ts'
import { boxes, gliffy, saved, viewOf } from './testing/wiki.ts'

const ROOT = '/rest/gliffy/1.0'
const NO_CHECK = { 'x-atlassian-token': 'no-check' }

/** The call, with the names that callers of the old product use. */
function saveAs(
  client: HttpClient,
  source: string,
  query: Record<string, string>,
  { name = 'Flow', body }: { name?: string; body?: unknown } = {},
): Promise<HttpReply> {
  const path = `${ROOT}/diagrams/saveas/${source}/${encodeURIComponent(name)}?${new URLSearchParams(query)}`
  return client.send('POST', path, body, NO_CHECK)
}

const textOf = async (wiki: TestWiki, page: string) =>
  (await wiki.admin.get(`/rest/api/content/${page}?expand=body.storage`)).json.body.storage.value as string
const filesOf = async (wiki: TestWiki, page: string) =>
  (
    (await wiki.admin.get(`/rest/api/content/${page}/child/attachment?limit=1000`)).json.results as { title: string }[]
  ).map(({ title }) => title)
const diagramsOf = async (wiki: TestWiki, page: string) =>
  ((await wiki.admin.get(`${ROOT}/page/${page}/diagrams`)).json as { title: string }[]).map(({ title }) => title)

onEachEngine(
  'Copy To',
  () => features,
  wiki => {
    let source: string
    beforeAll(async () => {
      await makeSpace(wiki(), 'COPY')
      await makeSpace(wiki(), 'OTHER')
      source = await makePage(wiki(), 'COPY', 'Source', gliffy({ name: 'Flow' }))
      await saved(
        wiki().admin,
        source,
        'Flow',
        boxes('Order', { text: 'Pay', link: { kind: 'page', contentId: source } }),
      )
      await saved(wiki().admin, source, 'Flow', boxes('Newest'), 1)
    })

    it('copies a stored diagram to its page, to another and to a new one, whole: document, pictures, links, macro [D3-12] [D3-13] [D4-17] [D4-18] [D4-19] [D7-01] [D7-02] [D7-04]', async () => {
      const { admin } = wiki()
      const here = await saveAs(admin, source, { targetPageId: source, targetDiagramName: ' Here ' })
      expect([here.status, here.json]).toEqual([
        200,
        { pageTitle: 'Source', spaceName: 'Space COPY', targetPageUrl: '/display/COPY/Source' },
      ])
      expect(await diagramsOf(wiki(), source)).toEqual(['Flow', 'Here'])
      expect((await textOf(wiki(), source)).match(/ac:name="name">[^<]*/g)).toEqual([
        'ac:name="name">Flow',
        'ac:name="name">Here',
      ])

      const target = await makePage(wiki(), 'OTHER', 'Target')
      const there = await saveAs(admin, source, {
        sourceDiagramVersion: '1',
        targetPageId: target,
        targetDiagramName: 'There',
        targetPageTitle: '',
        space: '',
        includeAlertLinkUrlParams: 'true',
      })
      expect(there.json).toEqual({
        pageTitle: 'Target',
        spaceName: 'Space OTHER',
        targetPageUrl: '/display/OTHER/Target',
        editTargetDiagramUrl: `/plugins/gliffy/editor.action?inline=false&pageId=${target}&name=There&ceoid=${target}`,
        editTargetPageUrl: `/pages/editpage.action?pageId=${target}`,
      })
      await wiki().app.jobs.idle()
      expect(await filesOf(wiki(), target)).toEqual(['There', 'There.png', 'There.svg'])
      const map = await admin.with({ accept: 'application/json' }).get(`${ROOT}/ceo/${target}/diagrams/There/map`)
      expect(map.json.areas, 'the version that was asked for, with its links').toMatchObject([{ title: 'Pay' }])
      expect(await viewOf(admin, target)).toContain('data-filename="There"')
      for (const path of [here.json.targetPageUrl, there.json.editTargetDiagramUrl] as string[])
        expect((await admin.get(path)).status, path).toBe(200)

      const made = await saveAs(admin, source, {
        space: 'OTHER',
        targetPageTitle: 'Made for it',
        targetDiagramName: 'Flow',
      })
      expect(made.json, made.text).toMatchObject({ pageTitle: 'Made for it', spaceName: 'Space OTHER' })
      const { json } = await admin.get('/rest/api/content?spaceKey=OTHER&title=Made+for+it&expand=ancestors')
      expect(json.results).toMatchObject([{ ancestors: [{ title: expect.stringContaining('') as string }] }])
      await wiki().app.jobs.idle()
      expect(await filesOf(wiki(), json.results[0].id as string)).toEqual(['Flow', 'Flow.png', 'Flow.svg'])
      expect(await viewOf(admin, json.results[0].id as string)).toContain('data-islinked="false"')
      // The other name of the parameter.
      const also = { targetSpaceKey: 'OTHER', targetPageTitle: 'Also made', targetDiagramName: 'Flow' }
      expect((await saveAs(admin, source, also)).status).toBe(200)
    })

    it('stores what an open editor sends, whatever is stored; Gliffy’s documents too [D3-11] [D7-03]', async () => {
      const { admin } = wiki()
      const target = await makePage(wiki(), 'OTHER', 'From the editor')
      const body = { ...boxes('Drawn', 'just now'), image: 'data:image/png;base64,iVBORw0KGgo=', html: '<svg></svg>' }
      const query = { targetPageId: target, targetDiagramName: 'Sent' }
      expect((await saveAs(admin, source, query, { body })).status).toBe(200)
      const stored = await admin.get(`/rest/oxbow/1.0/diagrams?pageId=${target}&name=Sent`)
      expect(stored.json).toMatchObject({ origin: 'oxbow', document: boxes('Drawn', 'just now') })
      expect(stored.json.document).not.toHaveProperty('image')
      await wiki().app.jobs.idle()
      const png = await admin.get(`/download/attachments/${target}/Sent.png`)
      expect(png.text.length, 'the wiki’s own picture').toBeGreaterThan(200)
      for (const wrong of [
        { ...body, pages: 'none' },
        { ...body, image: 'https://example.org/x.png' },
        { hello: 'world' },
        [],
      ]) {
        const before = await traces(wiki())
        const reply = await saveAs(admin, source, { ...query, targetDiagramName: 'Wrong' }, { body: wrong })
        expect([reply.status, reply.json.statusCode], JSON.stringify(wrong).slice(0, 80)).toEqual([400, 400])
        expect(await traces(wiki())).toEqual(before)
      }
    })

    it('refuses bad names, names that are taken, and what would overwrite other files', async () => {
      const { admin } = wiki()
      const target = await makePage(wiki(), 'OTHER', 'Full')
      await saved(admin, target, 'Taken', boxes('x'))
      await attach(admin, target, 'Picture.png', 'x', 'image/png')
      const refused = async (query: Record<string, string>) => {
        const before = await traces(wiki())
        const { status, json } = await saveAs(admin, source, { targetPageId: target, ...query })
        expect(await traces(wiki())).toEqual(before)
        expect(json).toMatchObject({ statusCode: status, data: { successful: false } })
        return [status, json.message as string]
      }
      expect(await refused({ targetDiagramName: ' ' })).toEqual([400, 'targetDiagramName: Diagram name required'])
      expect(await refused({ targetDiagramName: 'a/b' })).toEqual([400, 'targetDiagramName: Invalid diagram name'])
      expect(await refused({ targetDiagramName: ' Taken ' })).toEqual([
        400,
        'targetDiagramName: Diagram with this name exists in page',
      ])
      expect((await refused({ targetDiagramName: 'Picture' }))[0]).toBe(400)
      const onNew = { targetPageId: '', targetDiagramName: 'New', targetPageTitle: 'Full' }
      expect(await refused(onNew)).toEqual([400, 'space: Space selection required'])
      expect((await refused({ ...onNew, space: 'OTHER' }))[1]).toMatch(/^A page with this title already exists/)
      expect((await refused({ ...onNew, space: 'NOSPACE' }))[0]).toBe(404)
      expect((await refused({ targetDiagramName: 'New', sourceDiagramVersion: '9' }))[0]).toBe(404)
    })

    it('makes twenty copies under twenty names at once, and one of twenty under one name', async () => {
      const { admin } = wiki()
      const target = await makePage(wiki(), 'OTHER', 'Crowded')
      const names = Array.from({ length: 20 }, (_, index) => `Copy ${index + 10}`)
      const all = await Promise.all(
        names.map(targetDiagramName => saveAs(admin, source, { targetPageId: target, targetDiagramName })),
      )
      expect(all.map(({ status }) => status)).toEqual(names.map(() => 200))
      expect(await diagramsOf(wiki(), target)).toEqual(names)
      expect((await filesOf(wiki(), target)).length).toBe(60)
      const shown = (await textOf(wiki(), target)).match(/Copy \d+/g)
      expect(shown?.toSorted(), 'each is shown once').toEqual(names)

      const alike = async (query: Record<string, string>) =>
        (await Promise.all(names.map(() => saveAs(admin, source, query))))
          .map(({ status }) => status)
          .toSorted((a, b) => a - b)
      const once = [200, ...names.slice(1).map(() => 400)]
      expect(await alike({ targetPageId: target, targetDiagramName: 'Alike' })).toEqual(once)
      expect((await filesOf(wiki(), target)).length).toBe(63)
      expect((await textOf(wiki(), target)).match(/Alike/g)).toHaveLength(1)
      expect(await alike({ space: 'OTHER', targetPageTitle: 'One page', targetDiagramName: 'Alike' })).toEqual(once)
      expect((await admin.get('/rest/api/content?spaceKey=OTHER&title=One+page')).json.size).toBe(1)
    })

    it('leaves nothing behind when it fails after the files were attached', async () => {
      const { admin, app } = wiki()
      const target = await makePage(wiki(), 'OTHER', 'Fails')
      let isArmed = true
      app.extensions.add(contentWriters, {
        stored: async (_tx, _ctx, row) => {
          if (isArmed && (row.title === 'Fails' || row.title === 'Fails too')) throw new Error('the power went off')
        },
      })
      const ways: Record<string, string>[] = [
        { targetPageId: target },
        { space: 'OTHER', targetPageTitle: 'Fails too' },
      ]
      const before = await traces(wiki())
      for (const way of ways)
        expect((await saveAs(admin, source, { ...way, targetDiagramName: 'Half' })).status).toBe(500)
      expect(await traces(wiki())).toEqual(before)
      expect([await filesOf(wiki(), target), await textOf(wiki(), target)]).toEqual([[], '<p>text</p>'])
      isArmed = false
      for (const way of ways)
        expect((await saveAs(admin, source, { ...way, targetDiagramName: 'Half' })).status).toBe(200)
    })

    it('lists spaces and pages that one may copy to, by pages of the list [D3-18] [D3-19] [D7-05] [D7-06] [D7-07] [D9-02]', async () => {
      const { admin } = wiki()
      for (let index = 0; index < 25; index++) await makeSpace(wiki(), `LIST${String(index).padStart(2, '0')}`)
      const spaces = async (query: string) => (await admin.get(`${ROOT}/spaces?${query}`)).json as SpaceAnswer
      interface SpaceAnswer {
        spaces: { key: string; name: string }[]
        totalCount: number
      }
      const first = await spaces('')
      expect([first.spaces.length, first.totalCount]).toEqual([20, 27])
      expect(first.spaces[0]).toEqual({ key: 'COPY', name: 'Space COPY' })
      const rest = await spaces('start=20&limit=20')
      expect([rest.spaces.length, rest.totalCount]).toEqual([7, 27])
      expect(new Set([...first.spaces, ...rest.spaces].map(({ key }) => key)).size).toBe(27)
      expect(await spaces('searchTerm=space+list&limit=20&page=1')).toEqual({
        spaces: [20, 21, 22, 23, 24].map(index => ({ key: `LIST${index}`, name: `Space LIST${index}` })),
        totalCount: 25,
      })
      expect((await spaces('searchTerm=list07&start=0&limit=20')).spaces, 'by key').toEqual([
        { key: 'LIST07', name: 'Space LIST07' },
      ])
      expect(await spaces('searchTerm=nothing+like+it')).toEqual({ spaces: [], totalCount: 0 })

      const titles = ['Plan alpha', 'Plan beta', 'Plan gamma', 'Plan delta', 'Plan epsilon', 'Plan zeta']
      for (const title of titles) await makePage(wiki(), 'LIST00', title)
      await makePage(wiki(), 'LIST01', 'Plan elsewhere')
      await makePage(wiki(), 'LIST02', 'Plan out of reach')
      const pages = async (query: string) => (await admin.get(`${ROOT}/page/search?${query}`)).json.results as Found[]
      interface Found {
        id: string
        title: string
        space: { name: string }
      }
      const where = 'searchTerm=plan&expand=space&spaceKeys=LIST00,LIST01'
      const [one, two] = [await pages(`${where}&start=0&limit=5`), await pages(`${where}&start=5&limit=5`)]
      expect([one.length, two.length]).toEqual([5, 2])
      expect([...one, ...two].map(({ title }) => title).toSorted()).toEqual([...titles, 'Plan elsewhere'].toSorted())
      expect(one[0]).toMatchObject({ id: expect.stringMatching(/^\d+$/) as string, space: { name: 'Space LIST00' } })
      expect(await pages(`${where}`), 'five by itself').toHaveLength(5)
      expect((await pages('searchTerm=epsi&start=0&limit=5')).map(({ title }) => title)).toEqual(['Plan epsilon'])
      expect((await pages('start=0&limit=2'))[0]?.title, 'without words the last that was changed').toBe(
        'Plan out of reach',
      )
      expect(await pages('searchTerm=%22%3A%28+-&limit=5')).toEqual([])
    })

    it('can be kept to the diagram’s own page by an administrator [D6-04]', async () => {
      const { admin } = wiki()
      const target = await makePage(wiki(), 'OTHER', 'Closed to copies')
      const settings = '/rest/oxbow/1.0/admin/settings'
      const change = async (copyDiagrams: boolean) =>
        expect((await admin.put(settings, { copyDiagrams })).json).toMatchObject({ copyDiagrams })
      await change(false)
      try {
        const refused = await saveAs(admin, source, { targetPageId: target, targetDiagramName: 'Refused' })
        expect([refused.status, refused.json.message]).toEqual([
          403,
          'The ability to copy diagrams to existing pages has been disabled by your wiki administrator.',
        ])
        expect(await filesOf(wiki(), target)).toEqual([])
        expect((await saveAs(admin, source, { targetDiagramName: 'On its page' })).status).toBe(200)
        const onNew = { space: 'OTHER', targetPageTitle: 'New all the same', targetDiagramName: 'x' }
        expect((await saveAs(admin, source, onNew)).status).toBe(200)
      } finally {
        await change(true)
      }
    })
  },
)

const SOURCES = ['open', 'restricted', 'archived', 'trashed'] as const
const TARGETS = ['open', 'restricted', 'hidden', 'archived', 'trashed', 'taken', 'full'] as const

/** The statuses of those who may read everything, and edit one of two spaces or none. */
describe('who may copy which diagram where', () => {
  let wiki: TestWiki
  let clients: Clients
  const sources = {} as Record<(typeof SOURCES)[number], string>
  const targets = {} as Record<(typeof TARGETS)[number], string>

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    clients = await makePeople(wiki)
    for (const state of SOURCES) {
      sources[state] = await makePage(wiki, state === 'archived' ? 'SHUT' : 'MINE', `Source ${state}`)
      await saved(wiki.admin, sources[state], 'Flow', boxes('Order'))
    }
    for (const state of TARGETS)
      targets[state] = await makePage(wiki, state === 'archived' ? 'SHUT' : 'MINE', `Target ${state}`)
    await restrict(wiki, sources.restricted, 'read')
    await restrict(wiki, targets.restricted, 'update')
    await restrict(wiki, targets.hidden, 'read')
    await saved(wiki.admin, targets.taken, 'Copy', boxes('taken'))
    for (const page of [sources.trashed, targets.trashed]) await wiki.admin.delete(`/rest/api/content/${page}`)
    await archive(wiki, true)
  })
  afterAll(() => wiki.close())

  /** Whether one sees the source, as the refusal of who does not. */
  const seen = (who: Who, state: (typeof SOURCES)[number]) =>
    who !== 'anonymous' && state !== 'trashed' && (state !== 'restricted' || who === 'admin')

  function expectedFor(who: Who, source: (typeof SOURCES)[number], target: (typeof TARGETS)[number]): number {
    if (!seen(who, source)) return 404
    if (target === 'trashed') return 404
    if (target === 'hidden' && who !== 'admin') return 404
    if (target === 'archived') return 403
    if (who !== 'admin' && (who !== 'editor' || target === 'restricted')) return 403
    return target === 'taken' ? 400 : target === 'full' ? 413 : 200
  }

  it.each(WHO)('%s: what is allowed is done whole, what is not leaves no trace', async who => {
    const client = clients[who]
    let count = 0
    for (const source of SOURCES) {
      for (const target of TARGETS) {
        const label = `${source} to ${target}`
        const name = target === 'taken' ? 'Copy' : `${who} ${++count}`
        const before = await traces(wiki)
        const body = target === 'open' && count % 2 === 0 ? boxes('Sent') : undefined
        const query = { targetPageId: targets[target], targetDiagramName: name }
        const copy = () => saveAs(client, sources[source], query, { body })
        const { status, json } = await (target === 'full' ? whileFull(wiki, copy) : copy())
        expect([label, status]).toEqual([label, expectedFor(who, source, target)])
        if (status !== 200) {
          expect(json).toMatchObject({ statusCode: status, data: { successful: false } })
          expect(await traces(wiki), label).toEqual(before)
        }
        if (status !== 200) continue
        expect(await filesOf(wiki, targets[target])).toEqual(
          expect.arrayContaining([name, `${name}.png`, `${name}.svg`]),
        )
        expect(await viewOf(client, targets[target]), label).toContain(`data-filename="${name}"`)
      }
      for (const space of ['MINE', 'THEIRS', 'SHUT', 'NONE']) {
        const label = `${source} to a new page of ${space}`
        const before = await traces(wiki)
        const title = `${who} ${source} ${space}`
        const { status } = await saveAs(client, sources[source], {
          space,
          targetPageTitle: title,
          targetDiagramName: 'D',
        })
        const mayCreate = {
          anonymous: [],
          reader: [],
          editor: ['MINE'],
          elsewhere: ['THEIRS'],
          admin: ['MINE', 'THEIRS'],
        }
        const expected =
          !seen(who, source) || space === 'NONE' ? 404 : mayCreate[who].includes(space as never) ? 200 : 403
        expect([label, status]).toEqual([label, expected])
        if (status !== 200) expect(await traces(wiki), label).toEqual(before)
      }
    }

    // Everything that the dialog offers is allowed.
    const offered = async (path: string) => (await client.get(`${ROOT}${path}`)).json as Offered
    interface Offered {
      spaces: { key: string }[]
      results: { title: string }[]
    }
    const mine = ['full', 'open', 'taken'].map(state => `Target ${state}`)
    const spaces = { anonymous: [], reader: [], editor: ['MINE'], elsewhere: ['THEIRS'], admin: ['MINE', 'THEIRS'] }[
      who
    ]
    const pages: string[] = {
      anonymous: [],
      reader: [],
      editor: mine,
      elsewhere: [],
      admin: [...mine, 'Target hidden', 'Target restricted'],
    }[who]
    if (who === 'anonymous') expect((await client.get(`${ROOT}/spaces`)).status).toBe(401)
    else {
      expect((await offered('/spaces')).spaces.map(({ key }) => key)).toEqual(spaces)
      for (const term of ['target', ''])
        expect(
          (await offered(`/page/search?limit=100&spaceKeys=MINE,SHUT&searchTerm=${term}`)).results
            .map(({ title }) => title)
            .filter(title => title.startsWith('Target'))
            .toSorted(),
        ).toEqual(pages.toSorted())
    }
    const listed = await client.get(`${ROOT}/page/${sources.restricted}/diagrams`)
    expect(listed.status).toBe(who === 'admin' ? 200 : 404)
  })
})
