import { parse } from 'parse5'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import type { MapArea } from './contract.ts'
import { boxes, gliffy, saved, viewOf } from './testing/wiki.ts'

const ROOT = '/rest/gliffy/1.0'

onEachEngine(
  'what Gliffy’s programs ask',
  () => features,
  wiki => {
    let ada: HttpClient
    let reader: HttpClient

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      reader = await wiki().addUser('rita')
    })

    /** A page that these users alone may change. */
    const pageFor = async (title: string, ...editors: string[]) => {
      const page = await makePage(wiki(), title)
      await restrict(page, 'update', ...editors)
      return page
    }
    const restrict = async (page: string, operation: string, ...usernames: string[]) => {
      const users = ['admin', ...usernames].map(username => ({ type: 'known', username }))
      const reply = await wiki().admin.put(`/rest/api/content/${page}/restriction`, [
        { operation, restrictions: { user: users } },
      ])
      expect(reply.status, reply.text).toBe(200)
    }
    const permissionOf = (client: HttpClient, page: string) => client.get(`${ROOT}/ceo/${page}/permission`)
    const showing = (title: string, value: string) =>
      makePage(wiki(), title, { body: { storage: { value, representation: 'storage' } } })

    it('is told whether one may edit a page, edit a diagram, and attach diagrams to its owner [D6-01]', async () => {
      const page = await pageFor('Rights', 'ada')
      const { attachmentId } = await saved(ada, page, 'Drawn', boxes('x'))
      const ofDiagram = (client: HttpClient, name = 'Drawn') =>
        client.get(`${ROOT}/ceo/${page}/diagrams/${name}/permission`)
      const editor = await permissionOf(ada, page)
      expect([editor.status, editor.json]).toEqual([200, { pageId: page, edit: true, createAttachment: true }])
      expect((await ofDiagram(ada)).json).toEqual({ attachmentId })
      for (const client of [reader, wiki().anonymous]) {
        const status = client === reader ? 403 : 404
        const refused = [await permissionOf(client, page), await ofDiagram(client)]
        for (const { json, status: got } of refused) {
          expect(got).toBe(status)
          expect(json).not.toHaveProperty('edit')
          expect(json).not.toHaveProperty('attachmentId')
        }
      }
      expect((await ofDiagram(ada, 'Nothing')).status).toBe(404)

      // Each of the two facts about a page by itself: without leave to attach, its text can still be edited.
      const without = [{ targetType: 'attachment', operationKey: 'create' }]
      const group = '/rest/api/space/FILES/permissions/group/confluence-users'
      expect((await wiki().admin.put(`${group}/revoke`, without)).status).toBe(200)
      try {
        expect((await permissionOf(ada, page)).json).toEqual({ pageId: page, edit: true, createAttachment: false })
        expect((await ofDiagram(ada)).status).toBe(403)
      } finally {
        await wiki().admin.put(`${group}/grant`, without)
      }
      expect((await permissionOf(ada, page)).json).toEqual({ pageId: page, edit: true, createAttachment: true })
    })

    it('is never told what was true before: the answer about a page is not cached, also a refusal [D7-15]', async () => {
      const page = await pageFor('Changing rights', 'ada')
      const seen: unknown[] = []
      for (const editors of [['ada'], [], ['ada']]) {
        await restrict(page, 'update', ...editors)
        const { status, headers } = await permissionOf(ada, page)
        seen.push([status, headers.get('cache-control'), headers.get('etag')])
      }
      expect(seen).toEqual([
        [200, 'no-store', null],
        [403, 'no-store', null],
        [200, 'no-store', null],
      ])
      await restrict(page, 'read')
      const gone = await permissionOf(ada, page)
      expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
    })

    it('is told of the owner page of a diagram, whatever one may do where it is shown [D7-17]', async () => {
      const owner = await pageFor('Owner', 'ada')
      await saved(ada, owner, 'Owned', boxes('x'))
      const here = await showing('Shows it', gliffy({ name: 'Owned', pageid: owner }))
      const ownerIn = (html: string) => /data-ceoid="(\d+)"/.exec(html)?.[1] ?? ''
      for (const [client, status] of [
        [ada, 200],
        [reader, 403],
      ] as const) {
        const ceoid = ownerIn(await viewOf(client, here))
        expect(ceoid).toBe(owner)
        expect((await permissionOf(client, ceoid)).status).toBe(status)
        expect((await permissionOf(client, here)).json, 'the page itself may be edited by both').toMatchObject({
          pageId: here,
          edit: true,
        })
      }
      expect((await permissionOf(ada, '999999')).status).toBe(404)
    })

    it('gets the areas of an image map, as markup and as JSON, in the scale of the picture [D7-23]', async () => {
      const page = await pageFor('Mapped', 'ada')
      await saved(
        ada,
        page,
        'Linked map',
        boxes(
          { text: 'Out <1>', link: { kind: 'url', href: 'https://example.org/?a=1&b="2"', newWindow: true } },
          'plain',
          { text: 'In', link: { kind: 'page', contentId: page, anchor: 'Top' } },
        ),
      )
      const ask = (query: string, accept = 'application/json') =>
        reader.with({ accept }).get(`${ROOT}/ceo/${page}/diagrams/Linked%20map/map?${query}`)
      const areasAt = async (query: string) => (await ask(query)).json as { name: string; areas: MapArea[] }
      const { width = 0 } = await dimensions(`${ROOT}/diagrams/preview?pageId=${page}&name=Linked+map`)
      // The topmost comes first: the last box.
      const whole = await areasAt('name=m')
      expect(whole).toMatchObject({
        name: 'm',
        areas: [
          { shape: 'poly', href: `/pages/viewpage.action?pageId=${page}#Top`, title: 'In', newWindow: false },
          { shape: 'poly', href: 'https://example.org/?a=1&b="2"', title: 'Out <1>', newWindow: true },
        ],
      })
      const boxOf = ({ coords }: MapArea) => {
        const numbers = coords.split(',').map(Number)
        const [xs, ys] = [0, 1].map(odd => numbers.filter((_, index) => index % 2 === odd)) as [number[], number[]]
        return [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
      }
      const margin = (width - 500) / 2
      expect(
        whole.areas.map(boxOf).map(([x = 0, y = 0, w, h]) => [Math.abs(x - margin), Math.abs(y - margin), w, h]),
      ).toEqual([
        [400, expect.closeTo(0, 0), 100, 50],
        [expect.closeTo(0, 0), expect.closeTo(0, 0), 100, 50],
      ])
      for (const scale of [0.5, 2]) {
        const scaled = await areasAt(`scale=${scale}`)
        expect(scaled.name).toBe('gliffy-map')
        expect(
          scaled.areas.map(boxOf).map(([, , w, h]) => [w, h]),
          `scale ${scale}`,
        ).toEqual([
          [100 * scale, 50 * scale],
          [100 * scale, 50 * scale],
        ])
      }
      const markup = await ask('name=a%22%3Eb&scale=2', 'text/html')
      expect(markup.headers.get('content-type')).toMatch(/^text\/html\b/)
      const map = elements(markup.text, 'map')
      expect(map).toMatchObject([{ name: 'a">b', id: 'a">b' }])
      const { areas } = await areasAt('scale=2')
      expect(elements(markup.text, 'area')).toEqual(
        areas.map(({ shape, coords, href, title, newWindow }) => ({
          shape,
          coords,
          href,
          title,
          alt: title,
          ...(newWindow ? { target: '_blank', rel: 'noopener' } : {}),
        })),
      )

      await saved(ada, page, 'Linked map', boxes('no link'), 1)
      expect((await areasAt('')).areas).toEqual([])
      expect((await areasAt('version=1')).areas).toHaveLength(2)
      expect(elements((await ask('', 'text/html')).text, 'map')).toHaveLength(1)
      for (const wrong of ['scale=0', 'scale=x', 'scale=1e9', `name=${'x'.repeat(301)}`])
        expect((await ask(wrong)).status, wrong).toBe(400)
      expect((await ask('version=9')).status).toBe(404)
      expect((await wiki().anonymous.get(`${ROOT}/ceo/${page}/diagrams/Linked%20map/map`)).status).toBe(404)
    })

    it('finds every parameter of a macro in the storage of its page, and shown [D3-02]', async () => {
      const owner = await pageFor('Parameters', 'ada')
      const twoPages = boxes('First words')
      twoPages.pages = [
        ...twoPages.pages,
        ...boxes('Second words', 'Another', 'Third').pages.map(one => ({ ...one, id: 'p2', name: 'Second' })),
      ]
      await saved(ada, owner, 'Full', twoPages)
      await saved(ada, owner, 'Full', boxes('newest'), 1)
      const parameters = {
        pageid: owner,
        name: 'Full',
        version: '1',
        size: 'S',
        border: 'true',
        chrome: 'min',
        html5: 'false',
        pagePin: '2',
      }
      const here = await showing('Inserted', `<p>text</p>${gliffy(parameters)}`)
      const stored = async () => {
        const { json } = await ada.get(`/rest/api/content/${here}?expand=body.storage,version`)
        const value = json.body.storage.value as string
        return {
          value,
          version: json.version.number as number,
          read: Object.fromEntries(
            [...value.matchAll(/<ac:parameter ac:name="(\w+)">([^<]*)<\/ac:parameter>/g)].map(([, name, text]) => [
              name,
              text,
            ]),
          ),
        }
      }
      expect((await stored()).read).toEqual(parameters)
      const html = await viewOf(reader, here)
      expect(
        elements(html, 'span').find(({ class: names = '' }) => names.split(' ').includes('gliffy-container')),
      ).toMatchObject({
        'data-ceoid': owner,
        'data-filename': 'Full',
        'data-version': '1',
        'data-size': 'S',
        'data-chrome': 'min',
        'data-page-pin': '2',
      })
      expect(elements(html, 'img')).toMatchObject([
        { class: 'gliffy-image gliffy-image-border', width: '200', 'aria-description': 'Second words Another Third' },
      ])
      expect(elements(html, 'span').map(span => span['data-html5-enabled'])).toContain('false')
      // Another change of the page leaves them as they are.
      const { value, version } = await stored()
      const changed = await ada.put(`/rest/api/content/${here}`, {
        type: 'page',
        title: 'Inserted',
        version: { number: version + 1 },
        body: { storage: { value: value.replace('text', 'other text'), representation: 'storage' } },
      })
      expect(changed.status, changed.text).toBe(200)
      expect((await stored()).read).toEqual(parameters)
    })

    async function dimensions(path: string): Promise<{ width?: number }> {
      const { default: sharp } = await import('sharp')
      const reply = await fetch(`${reader.url}${path}`, { headers: reader.headers })
      return sharp(Buffer.from(await reply.arrayBuffer())).metadata()
    }
  },
)

/** Attributes of all elements of a name, as a browser reads the markup. */
function elements(markup: string, name: string): Record<string, string>[] {
  interface Node {
    nodeName: string
    attrs?: { name: string; value: string }[]
    childNodes?: Node[]
  }
  const within = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(within)]
  return within(parse(markup) as unknown as Node)
    .filter(({ nodeName }) => nodeName === name)
    .map(({ attrs = [] }) => Object.fromEntries(attrs.map(({ name: key, value }) => [key, value])))
}
