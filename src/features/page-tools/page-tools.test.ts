import { beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../server.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { comparedVersions } from './tools.ts'

describe('versions in an address', () => {
  it.each([
    [['1', '3'], { from: 1, to: 3 }],
    [['3', '1'], { from: 1, to: 3 }],
    ['2', { from: 2, to: 5 }],
    ['5', { from: 4, to: 5 }],
    [['2', '2'], { from: 2, to: 5 }],
    [['x', '-1'], undefined],
    [undefined, undefined],
  ])('%j', (given, expected) => expect(comparedVersions(given, 5)).toEqual(expected))
})

onEachEngine(
  'screens around a page',
  () => features,
  wiki => {
    let reader: HttpClient
    const ids: Record<string, string> = {}
    const page = async (title: string, value: string, parent?: string) => {
      const made = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'TOOLS' },
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
        body: { storage: { value, representation: 'storage' } },
      })
      expect(made.status, made.text).toBe(200)
      return String(made.json.id)
    }
    const link = (title: string) => `<p><ac:link><ri:page ri:content-title="${title}" /></ac:link></p>`

    beforeAll(async () => {
      const { admin } = wiki()
      reader = await wiki().addUser('reader', { fullName: 'The Reader', password: 'long enough pass 1' })
      await admin.post('/rest/api/space', { key: 'TOOLS', name: 'Tools' })
      ids['target'] = await page('Target', '<p>one</p>')
      ids['child'] = await page('Child', '<p>x</p>', ids['target'])
      ids['open'] = await page('Open', link('Target') + '<p><a href="https://example.org/a">a</a></p>')
      ids['secret'] = await page('Secret', link('Target'))
      await admin.put(`/rest/api/content/${ids['secret']}/restriction`, [
        { operation: 'read', restrictions: { user: [{ username: ADMIN.username }] } },
      ])
    })

    it('lists what links here, without what the reader may not see, page by page', async () => {
      const path = `/rest/oxbow/1.0/content/${ids['target']}/links`
      const titles = (reply: { json: { results: { title: string }[] } }) => reply.json.results.map(one => one.title)
      expect(titles(await wiki().admin.get(path)).toSorted()).toEqual(['Open', 'Secret'])
      expect(titles(await reader.get(path))).toEqual(['Open'])
      const first = await wiki().admin.get(`${path}?limit=1`)
      expect(first.json.results).toHaveLength(1)
      expect(first.json._links.next).toContain('start=1')
      expect((await reader.get(`${path}?limit=1`)).json._links.next).toBeUndefined()
    })

    it('lists what a page links to, pages before addresses', async () => {
      const all = await reader.get(`/rest/oxbow/1.0/content/${ids['open']}/links?direction=outgoing`)
      expect(all.json.results.map((one: { kind: string; title: string }) => [one.kind, one.title])).toEqual([
        ['page', 'Target'],
        ['url', 'https://example.org/a'],
      ])
    })

    it.each(['head', 'versions', 'information', 'links'])('hides a restricted page from %s', async what => {
      expect((await reader.get(`/rest/oxbow/1.0/content/${ids['secret']}/${what}`)).status).toBe(404)
      expect((await wiki().admin.get(`/rest/oxbow/1.0/content/${ids['secret']}/${what}`)).status).toBe(200)
    })

    it.each([
      '/pages/viewpreviousversions.action?pageId=',
      '/pages/viewinfo.action?pageId=',
      '/pages/diffpagesbyversion.action?selectedPageVersions=1&pageId=',
      '/pages/viewpageattachments.action?pageId=',
      '/plugins/viewsource/viewpagesrc.action?pageId=',
      '/plugins/viewstorage/viewpagestorage.action?pageId=',
      '/pages/removepage.action?pageId=',
      '/pages/movepage.action?pageId=',
      '/pages/copypage.action?idOfPageToCopy=',
    ])('answers %s with a document, to those who may see the page', async path => {
      const document = await reader.get(path + ids['target'])
      expect(document.status, document.text).toBe(200)
      expect(document.headers.get('content-type')).toContain('text/html')
      expect(document.text).toContain('Target')
      expect((await reader.get(path + ids['secret'])).status).toBe(404)
      expect((await reader.get(`${path}999999`)).status).toBe(404)
    })

    it('shows storage format and source as text', async () => {
      const storage = await reader.get(`/plugins/viewstorage/viewpagestorage.action?pageId=${ids['open']}`)
      expect(storage.text).toContain('&lt;ac:link&gt;&lt;ri:page ri:content-title=&quot;Target&quot;')
      const source = await reader.get(`/plugins/viewsource/viewpagesrc.action?pageId=${ids['open']}`)
      expect(source.text).toContain('&lt;a href=&quot;/display/TOOLS/Target&quot;')
    })

    it('says that there are no attachments, or how to attach more', async () => {
      const empty = await reader.get(`/pages/viewpageattachments.action?pageId=${ids['child']}`)
      expect(empty.text).toContain('currently no attachments')
      const form = new FormData()
      form.append('file', new Blob(['hello']), 'hello.txt')
      form.append('comment_0', 'greeting')
      const sent = await wiki()
        .admin.with({ 'x-atlassian-token': 'no-check' })
        .post(`/pages/doattachfile.action?pageId=${ids['child']}`, form)
      expect(sent.status).toBe(302)
      const after = await wiki().admin.get(sent.headers.get('location') ?? '')
      expect(after.text).toContain('Upload file')
      expect(after.text).toContain('Attach more files')
      const [, id] = /data-linked-resource-id="(\d+)"/.exec(after.text) ?? []
      const list = await reader.get(`/rest/oxbow/1.0/content/${ids['child']}/attachments`)
      expect(list.json.results).toMatchObject([{ id, name: 'hello.txt', size: 5, comment: 'greeting', version: 1 }])
      const versions = await reader.get(`/rest/oxbow/1.0/content/${ids['child']}/attachments/${id}/versions`)
      expect(versions.json.results).toMatchObject([{ number: 1, size: 5 }])
    })

    it('restores, moves, copies and deletes by the forms of the documents, with their token alone', async () => {
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const home = await browser.get(`/pages/removepage.action?pageId=${ids['child']}`)
      const [, token = ''] = /name="atl_token" value="([^"]+)"/.exec(home.text) ?? []
      expect((await browser.post('/pages/doremovepage.action', { pageId: ids['child'] ?? '' })).status).toBe(403)

      const copied = await browser.post('/pages/docopypage.action', {
        atl_token: token,
        idOfPageToCopy: ids['child'] ?? '',
        title: 'Twin',
        spaceKey: 'TOOLS',
        parentTitle: 'target',
        labels: 'true',
      })
      expect([copied.status, copied.headers.get('location')]).toEqual([303, '/display/TOOLS/Twin'])
      const moved = await browser.post('/pages/domovepage.action', {
        atl_token: token,
        pageId: ids['child'] ?? '',
        spaceKey: 'TOOLS',
        parentTitle: 'Open',
      })
      expect(moved.status).toBe(303)
      const child = await wiki().admin.get(`/rest/api/content/${ids['child']}?expand=ancestors`)
      expect(child.json.ancestors.at(-1).title).toBe('Open')
      const removed = await browser.post('/pages/doremovepage.action', { atl_token: token, pageId: ids['child'] ?? '' })
      expect(removed.headers.get('location')).toBe('/display/TOOLS/Open')
      expect((await wiki().admin.get(`/rest/api/content/${ids['child']}`)).status).toBe(404)

      await wiki().admin.put(`/rest/api/content/${ids['target']}`, {
        type: 'page',
        title: 'Target',
        version: { number: 2 },
        body: { storage: { value: '<p>two</p>', representation: 'storage' } },
      })
      const restored = await browser.post('/pages/dorevertpagetoversion.action', {
        atl_token: token,
        pageId: ids['target'] ?? '',
        version: '1',
      })
      expect(restored.status).toBe(303)
      const now = await wiki().admin.get(`/rest/api/content/${ids['target']}?expand=body.storage,version`)
      expect([now.json.body.storage.value, now.json.version.number]).toEqual(['<p>one</p>', 3])
      const history = await reader.get(`/rest/oxbow/1.0/content/${ids['target']}/versions`)
      expect(history.json.results.map((one: { number: number; message: string }) => [one.number, one.message])).toEqual(
        [
          [3, 'Reverted from v. 1'],
          [2, ''],
          [1, ''],
        ],
      )
    })
  },
)
