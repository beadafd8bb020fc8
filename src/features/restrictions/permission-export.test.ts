import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { boxes, saved } from '#features/diagrams/testing/wiki.ts'
import { features } from '../../server.ts'
import { MATRIX, prepare, READERS, secretOf, type Reader } from './testing/matrix.ts'

/**
 * The matrix's column "export": every way by which a page leaves the wiki as a document, a file or a picture. Each
 * kind of page has beside it a window: a page open to everybody that an administrator wrote, and that shows the page by
 * whatever means a page has to show another. Administrators read the windows first, so that what is cached for them
 * would be found.
 */
const VIEWS = ['view', 'export_view', 'styled_view', 'anonymous_export_view'] as const
const BODIES = VIEWS.map(view => `body.${view}`).join()
const FILE = 'secret.txt'
const PICTURE = 'secret.png'
const DIAGRAM = 'Secret drawing'

interface Page {
  kind: string
  id: string
  /** Content ids of what is attached. */
  file: string
  picture: string
  diagram: string
  /** Page that shows it. */
  window: string
}

onEachEngine(
  'export by permission',
  () => features,
  wiki => {
    const pages: Record<string, Page> = {}
    const readers = {} as Record<Reader, HttpClient>

    beforeAll(async () => {
      const ids: Record<string, string> = {}
      const furniture = new Map<string, Pick<Page, 'file' | 'picture' | 'diagram'>>()
      const { admin } = wiki()
      const pixels = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0a0' } })
        .png()
        .toBuffer()
      await prepare(wiki(), ids, readers, async (id, creator) => {
        furniture.set(id, {
          file: (await attach(creator, id, FILE, `the file of ${id}`)).id.replace('att', ''),
          picture: (await attach(creator, id, PICTURE, pixels, 'image/png')).id.replace('att', ''),
          diagram: (await saved(creator, id, DIAGRAM, boxes(`drawn on ${id}`))).attachmentId.replace('att', ''),
        })
        const labelled = await creator.post(`/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'exported' }])
        if (labelled.status !== 200) throw new Error(labelled.text)
      })
      // In a separate space, so that the lists of the other are short: each window is expensive to render.
      for (const made of [
        await admin.post('/rest/api/space', { key: 'WIN', name: 'Windows' }),
        await admin.put('/rest/api/space/WIN/permissions/anonymous/grant', [
          { operationKey: 'read', targetType: 'space' },
        ]),
      ])
        if (made.status >= 300) throw new Error(made.text)
      for (const [kind, id] of Object.entries(ids)) {
        const space = kind === 'elsewhere' ? 'PRIV' : 'MTX'
        const title = kind[0]!.toUpperCase() + kind.slice(1)
        const window = await admin.post('/rest/api/content', {
          type: 'page',
          title: `Window on ${kind}`,
          space: { key: 'WIN' },
          body: { storage: { value: windowOn(id, space, title), representation: 'storage' } },
        })
        if (window.status !== 200) throw new Error(window.text)
        pages[kind] = { kind, id, ...furniture.get(id)!, window: window.json.id }
        // HTML rendered for a user who sees everything is cached; no other user may be served from it.
        for (let twice = 0; twice < 2; twice++) await admin.get(`/rest/api/content/${window.json.id}?expand=${BODIES}`)
      }
    })

    describe.each(Object.keys(MATRIX))('%s page', kind => {
      it.each(READERS)('%s', async reader => {
        expect.hasAssertions()
        const page = pages[kind]!
        const client = readers[reader]
        const may = MATRIX[kind]![reader]
        const access: Access = may.includes('v') ? 'seen' : may.includes('t') ? 'in the trash' : 'hidden'
        await expectOwnDoors(client, page, access)
        await expectShownByOthers(client, page, access, MATRIX[kind]!.anonymous.includes('v'))
      })
    })

    it.each(READERS)('lists with their bodies, %s', async reader => {
      expect.hasAssertions()
      const listed = Object.keys(MATRIX).filter(kind => MATRIX[kind]![reader].includes('v') && kind !== 'draft')
      await expectListed(readers[reader], pages, listed)
    })

    it('is as open as the page is now, not as it was when it was rendered', async () => {
      const { admin, anonymous } = wiki()
      const { id, window } = pages['open']!
      const shown = async () =>
        (await anonymous.get(`/rest/api/content/${window}?expand=${BODIES}`)).text.includes(secretOf('open'))
      const restrict = async (user: object[]) => {
        const reply = await admin.put(`/rest/api/content/${id}/restriction`, [
          { operation: 'read', restrictions: { user, group: [] } },
        ])
        expect(reply.status, reply.text).toBe(200)
      }
      expect(await shown()).toBe(true)
      await restrict([{ type: 'known', username: 'named' }])
      expect(await shown(), 'restricted').toBe(false)
      await restrict([])
      expect(await shown(), 'open again').toBe(true)
      expect((await admin.put(`/rest/api/content/${id}/move/append/${pages['restricted']!.id}`)).status).toBe(200)
      expect(await shown(), 'moved below a restricted page').toBe(false)
      expect((await admin.put(`/rest/api/content/${id}/move/before/${pages['restricted']!.id}`)).status).toBe(200)
      expect(await shown(), 'moved back').toBe(true)
      expect((await admin.delete(`/rest/api/content/${id}`)).status).toBe(204)
      expect(await shown(), 'thrown away').toBe(false)
    })
  },
)

type Access = 'seen' | 'in the trash' | 'hidden'

/** The page's own addresses: all of them for who sees it, and 404 for who does not, as for a page that never was. */
async function expectOwnDoors(
  client: HttpClient,
  { id, file, picture, diagram, kind }: Page,
  access: Access,
): Promise<void> {
  const name = encodeURIComponent(DIAGRAM)
  const convert = { value: `<p>${secretOf('other')}</p>`, representation: 'storage' }
  const doors: Record<string, () => Promise<HttpReply>> = {
    ...Object.fromEntries(
      [
        `/rest/api/content/${id}?status=${kind === 'draft' ? 'draft' : 'current'}&expand=${BODIES},body.storage`,
        `/rest/api/content/${id}?status=any&expand=${BODIES}`,
        `/rest/experimental/content/${id}/version/1?expand=content.body.export_view,content.body.storage`,
        `/plugins/viewstorage/viewpagestorage.action?pageId=${id}`,
        `/plugins/viewsource/viewpagesrc.action?pageId=${id}`,
        `/rest/tinymce/1/content/${id}.json`,
        `/rest/oxbow/1.0/editor/${id}`,
        `/download/attachments/${id}/${FILE}`,
        `/download/attachments/${id}/${FILE}?version=1&download=true`,
        `/download/thumbnails/${id}/${PICTURE}`,
        `/rest/api/content/${id}/child/attachment?expand=${BODIES},container`,
        `/rest/api/content/att${file}?expand=body.storage,container.body.export_view`,
        `/rest/oxbow/1.0/content/${id}/attachments`,
        `/rest/oxbow/1.0/content/${id}/attachments/${picture}/versions`,
        `/rest/gliffy/1.0/diagrams/preview?pageId=${id}&name=${name}`,
        `/rest/gliffy/1.0/diagrams/thumbnail?pageId=${id}&name=${name}`,
        `/rest/gliffy/1.0/diagrams/allVersionInformation?pageId=${id}&name=${name}`,
        `/rest/gliffy/1.0/ceo/${id}/diagrams/${name}/map`,
        `/rest/gliffy/1.0/page/${id}/diagrams`,
        `/rest/oxbow/1.0/diagrams?pageId=${id}&name=${name}`,
        `/rest/oxbow/1.0/diagrams/picture/${diagram}?version=1`,
      ].map(path => [path, () => client.get(path)]),
    ),
    getPage: () => client.post('/rpc/json-rpc/confluenceservice-v2/getPage', [id]),
    previewer: () =>
      client.post(`/rest/files/1.0/files/content/${id}/byAttachmentIds`, { attachmentIds: [file, picture] }),
    ...Object.fromEntries(
      VIEWS.map(view => [
        `convert in its place to ${view}`,
        () => client.post(`/rest/api/contentbody/convert/${view}?pageIdContext=${id}`, convert),
      ]),
    ),
  }
  const replies = await atOnce(Object.entries(doors), async ([door, open]) => [door, await open()] as const)
  for (const [door, reply] of replies) {
    const seen = `${door}: ${reply.status} ${reply.text.slice(0, 300)}`
    // A draft has no versions, and the editor is for those who may edit.
    if (access === 'seen') expect(reply.status < 300 || SOMETIMES.test(door), seen).toBe(true)
    if (access === 'hidden') expect(refuses(reply), seen).toBe(true)
    if (access !== 'seen') expect(reply.text, door).not.toMatch(access === 'hidden' ? hidden(id, kind) : /drawn on \d/)
  }
}

/** Requests of one reader that are open at a time. */
const AT_ONCE = 8

/** Does the same for each item, several at a time. @returns the results in the order of the items */
async function atOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))))
  return results
}

const SOMETIMES = /\/version\/1|tinymce|\/editor\/|status=any|getPage/

function refuses({ status, headers }: HttpReply): boolean {
  return status === 404 || (status === 302 && headers.get('location')?.startsWith('/login.action') === true)
}

function hidden(id: string, kind: string): RegExp {
  return new RegExp(`${secretOf(kind)}|the file of ${id}|drawn on ${id}`)
}

/** Lists with their bodies hold exactly what is published and seen. */
async function expectListed(
  client: HttpClient,
  pages: Readonly<Record<string, Page>>,
  listed: readonly string[],
): Promise<void> {
  const secrets = (text: string) => Object.keys(pages).filter(kind => text.includes(secretOf(kind)))
  const search = (cql: string, expand: string) =>
    `/rest/api/search?cql=${encodeURIComponent(cql)}&limit=100&expand=${expand}`
  /** All windows of a list together: rendered bodies make them short. */
  const readable = async (path: string) => {
    const windows: string[] = []
    for (let next: string | undefined = path; next !== undefined;) {
      const { status, text, json } = await client.get(next)
      expect(status, `${next}: ${text.slice(0, 300)}`).toBe(200)
      windows.push(text)
      next = (json as { _links?: { next?: string } })._links?.next
    }
    return windows.join('\n')
  }
  const ofSpace = [
    '/rest/api/space/MTX/content/page?limit=100&expand=body.export_view',
    '/rest/api/space/MTX/content?limit=100&expand=body.styled_view',
    '/rest/api/content?spaceKey=MTX&limit=100&expand=body.export_view',
    '/rest/api/content/scan?spaceKey=MTX&limit=100&expand=body.view',
    '/rest/api/content/search?limit=100&expand=body.export_view&cql=space%3DMTX',
    search('space = MTX and type = page', 'content.body.export_view'),
    '/rest/api/content?spaceKey=MTX&limit=100&expand=body.anonymous_export_view',
  ]
  await atOnce(ofSpace, async path =>
    expect(secrets(await readable(path)), path).toEqual(listed.filter(kind => kind !== 'elsewhere')),
  )
  for (const path of [
    '/rest/api/space/PRIV/content/page?expand=body.export_view',
    '/rest/api/content?spaceKey=PRIV&expand=body.export_view',
  ]) {
    const { status, text } = await client.get(path)
    expect([path, status === 200 ? secrets(text) : status]).toEqual([
      path,
      listed.includes('elsewhere') ? ['elsewhere'] : 404,
    ])
  }
  for (const kind of ['restricted', 'inherited']) {
    const below = kind === 'restricted' ? ['inherited', 'nested'] : ['nested']
    const path = `/rest/api/content/${pages[kind]!.id}?expand=children.page.body.export_view,descendants.page.body.export_view`
    const { status, text } = await client.get(path)
    expect([path, status === 200 ? secrets(text) : status]).toEqual([
      path,
      listed.includes(kind) ? below.filter(each => listed.includes(each)) : 404,
    ])
  }
  await atOnce(Object.values(pages), async ({ kind, id }) => {
    const files = await client.get(search(`container = ${id}`, 'content.container.body.export_view'))
    expect([kind, files.status, files.json.totalSize > 0, secrets(files.text).includes(kind)]).toEqual([
      kind,
      200,
      listed.includes(kind),
      listed.includes(kind),
    ])
  })
}

/** A page that everybody sees shows of another what its reader may see of that. */
async function expectShownByOthers(
  client: HttpClient,
  page: Page,
  access: Access,
  anonymously: boolean,
): Promise<void> {
  const listed = access === 'seen' && page.kind !== 'draft'
  const { window, kind, id, diagram, picture } = page
  const traces = (text: string) => ({
    words: text.includes(secretOf(kind)),
    drawing: text.includes(`drawn on ${id}`) || text.includes(`/diagrams/picture/${diagram}`),
    files:
      text.includes(`/download/attachments/${id}/`) ||
      text.includes(`/download/thumbnails/${id}/`) ||
      text.includes(`data-linked-resource-id="${picture}"`),
  })
  // A title names published content; a user who sees a draft is shown its files by its id.
  const ownDraft = access === 'seen' && kind === 'draft'
  const all = (shown: boolean, text: string) =>
    ownDraft ? { ...traces(text), words: shown } : { words: shown, drawing: shown, files: shown }
  const whole = await client.get(`/rest/api/content/${window}?expand=${BODIES}`)
  expect(whole.status, whole.text.slice(0, 300)).toBe(200)
  const { storage } = (await client.get(`/rest/api/content/${window}?expand=body.storage`)).json.body
  await atOnce(VIEWS, async view => {
    const { value } = whole.json.body[view]
    const shown = view === 'anonymous_export_view' ? listed && anonymously : listed
    expect(traces(value), `window, ${view}`).toEqual(all(shown, value))
    // Reading and export render by the same code: one view for the reader and that for everybody represent all.
    if (view !== 'export_view' && view !== 'anonymous_export_view') return
    const converted = await client.post(
      `/rest/api/contentbody/convert/${view}?spaceKeyContext=WIN&pageIdContext=${window}`,
      storage,
    )
    expect(converted.status, converted.text.slice(0, 300)).toBe(200)
    expect(traces(converted.json.value), `convert to ${view}`).toEqual(all(shown, converted.json.value))
  })
  const paths = [
    `/rest/api/content/${window}?status=historical&version=1&expand=body.export_view`,
    `/rest/experimental/content/${window}/version/1?expand=content.body.export_view`,
    `/plugins/viewsource/viewpagesrc.action?pageId=${window}`,
    `/pages/viewpage.action?pageId=${window}`,
    `/rest/oxbow/1.0/pages/${window}`,
    `/rest/oxbow/1.0/content/${window}/compare?from=1&to=1`,
  ]
  await atOnce(paths, async path => {
    const { status, text } = await client.get(path)
    expect([path, status, text.includes(secretOf(kind))], text.slice(0, 300)).toEqual([path, 200, listed])
  })
}

/** Storage format that shows another page by every means there is. */
function windowOn(id: string, space: string, title: string): string {
  const page = `<ri:page ri:space-key="${space}" ri:content-title="${title}" />`
  const byId = `<ri:content-entity ri:content-id="${id}" />`
  const macro = (name: string, parameters: Record<string, string>) =>
    `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
      .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
      .join('')}</ac:structured-macro>`
  return [
    macro('include', { '': `<ac:link>${page}</ac:link>` }),
    macro('include', { '': `<ac:link>${byId}</ac:link>` }),
    macro('excerpt-include', { '': `<ac:link>${page}</ac:link>`, nopanel: 'true' }),
    macro('children', { page: `<ac:link>${page}</ac:link>`, excerptType: 'simple', all: 'true' }),
    macro('contentbylabel', { cql: `label = "exported" and id = ${id}`, excerptType: 'simple' }),
    macro('gallery', { page: `<ac:link>${page}</ac:link>` }),
    `<p>${macro('gliffy', { name: DIAGRAM, pageid: id })}</p>`,
    `<p><ac:image><ri:attachment ri:filename="${PICTURE}">${page}</ri:attachment></ac:image></p>`,
    `<p><ac:link><ri:attachment ri:filename="${FILE}">${byId}</ri:attachment></ac:link></p>`,
  ].join('')
}
