import { beforeAll, expect, it } from 'vitest'
import { features } from '../../server.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { threadsOf } from './threads.ts'
import type { CommentView } from './view-contract.ts'

it('puts answers below what they answer, and orphans on the first level', () => {
  const comment = (id: string, parentId: string | null) => ({ id, parentId }) as CommentView
  const shape = (threads: ReturnType<typeof threadsOf>): unknown =>
    threads.map(thread => [thread.comment.id, shape(thread.answers)])
  expect(
    shape(threadsOf([comment('1', null), comment('4', null), comment('2', '1'), comment('3', '2'), comment('9', '8')])),
  ).toEqual([
    ['1', [['2', [['3', []]]]]],
    ['4', []],
    ['9', []],
  ])
})

onEachEngine(
  'threads below a page',
  () => features,
  wiki => {
    let reader: HttpClient
    let pageId = ''
    const comment = async (client: HttpClient, text: string, parent?: string) => {
      const made = await client.post('/rest/api/content', {
        type: 'comment',
        container: { id: pageId, type: 'page' },
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
        body: { storage: { value: `<p>${text}</p>`, representation: 'storage' } },
      })
      expect(made.status, made.text).toBe(200)
      return String(made.json.id)
    }
    beforeAll(async () => {
      const { admin } = wiki()
      reader = await wiki().addUser('reader', { fullName: 'The Reader', password: 'long enough pass 1' })
      await admin.post('/rest/api/space', { key: 'TALK', name: 'Talk' })
      pageId = String(await admin.createPage('TALK', 'Topic', '<p>x</p>'))
    })

    it('counts threads for paging, brings their answers, and says what the reader may do', async () => {
      const first = await comment(wiki().admin, 'first')
      const answer = await comment(reader, 'answer', first)
      await comment(wiki().admin, 'deeper', answer)
      await comment(reader, 'second')
      const page = await reader.get(`/rest/oxbow/1.0/content/${pageId}/comments?limit=1`)
      expect(page.json).toMatchObject({ size: 1, total: 4, mayComment: true })
      expect(page.json._links.next).toContain('start=1')
      expect(page.json.results.map((one: CommentView) => [one.html, one.may.update])).toEqual([
        ['<p>first</p>', false],
        ['<p>answer</p>', true],
        ['<p>deeper</p>', false],
      ])
      const rest = await reader.get(page.json._links.next)
      expect(rest.json.results.map((one: CommentView) => one.html)).toEqual(['<p>second</p>'])
      expect(rest.json._links.next).toBeUndefined()
    })

    it('stands in the document of the page, and in its data', async () => {
      const document = await reader.get(`/pages/viewpage.action?pageId=${pageId}`)
      expect(document.text).toContain('id="page-comments"')
      expect(document.text).toContain('4 Comments')
      const view = await reader.get(`/rest/oxbow/1.0/pages/${pageId}`)
      expect(view.json.parts.comments).toMatchObject({ total: 4, more: false })
      expect(view.text).not.toContain('token')
    })

    it('is hidden with its page', async () => {
      const { admin } = wiki()
      await admin.put(`/rest/api/content/${pageId}/restriction`, [
        { operation: 'read', restrictions: { user: [{ username: ADMIN.username }] } },
      ])
      expect((await reader.get(`/rest/oxbow/1.0/content/${pageId}/comments`)).status).toBe(404)
      await admin.put(`/rest/api/content/${pageId}/restriction`, [{ operation: 'read', restrictions: {} }])
      expect((await reader.get(`/rest/oxbow/1.0/content/${pageId}/comments`)).status).toBe(200)
    })

    it('takes the forms of the old product [V2-11] [V2-12] [V2-13] [V7-35]', async () => {
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const document = await browser.get(`/pages/viewpage.action?pageId=${pageId}`)
      const [, token = ''] = /name="ajs-atl-token" content="([^"]+)"/.exec(document.text) ?? []
      expect((await browser.post(`/pages/doaddcomment.action?pageId=${pageId}`, { content: 'x' })).status).toBe(403)
      const added = await browser.post(`/pages/doaddcomment.action?pageId=${pageId}`, {
        atl_token: token,
        plain: 'true',
        content: 'plain <b>text</b>',
      })
      const [, id = ''] = /focusedCommentId=(\d+)#comment-\1$/.exec(added.headers.get('location') ?? '') ?? []
      expect(added.status).toBe(303)
      const storage = async (of: string) =>
        (await wiki().admin.get(`/rest/api/content/${of}?expand=body.storage`)).json.body.storage.value
      expect(await storage(id)).toBe('<p>plain &lt;b&gt;text&lt;/b&gt;</p>')
      const replied = await browser.post(`/pages/doaddcomment.action?pageId=${pageId}&parentId=${id}`, {
        atl_token: token,
        wysiwygContent: '<p>reply</p>',
      })
      const [, reply = ''] = /focusedCommentId=(\d+)/.exec(replied.headers.get('location') ?? '') ?? []
      const threads = await reader.get(`/rest/oxbow/1.0/content/${pageId}/comments`)
      expect(threads.json.results.find((one: CommentView) => one.id === reply)?.parentId).toBe(id)
      await browser.post(`/pages/doeditcomment.action?pageId=${pageId}&commentId=${reply}`, {
        atl_token: token,
        content: '*strong*',
      })
      expect(await storage(reply)).toContain('<strong>strong</strong>')
    })

    it('gives a person the refused form again, and a program the error [V5-14]', async () => {
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const document = await browser.get(`/pages/viewpage.action?pageId=${pageId}`)
      const [, token = ''] = /name="ajs-atl-token" content="([^"]+)"/.exec(document.text) ?? []
      const path = `/pages/doaddcomment.action?pageId=${pageId}`
      const post = (fields: Record<string, string>, accept: string, to = path) =>
        browser.post(to, { atl_token: token, ...fields }, { accept })
      const blank = await post({ plain: 'true', content: ' \n ' }, 'text/html')
      expect([blank.status, blank.headers.get('content-type')]).toEqual([400, 'text/html;charset=UTF-8'])
      expect(blank.text).toContain(
        '<p>The following error(s) occurred:</p><ul><li>Comment text is empty. Cannot create empty comments.</li></ul>',
      )
      const broken = await post({ wysiwygContent: '<p>kept & "text"' }, 'text/html')
      expect(broken.status).toBe(400)
      expect(broken.text).toMatch(/name="wysiwygContent"[^>]*>\n?&lt;p&gt;kept &amp; &quot;text&quot;<\/textarea>/)
      expect(broken.text).toContain('The comment could not be saved: Error parsing xhtml')
      const own = await comment(wiki().admin, 'to change')
      const edit = await post(
        { plain: 'true', content: '' },
        'text/html',
        `/pages/doeditcomment.action?pageId=${pageId}&commentId=${own}`,
      )
      expect(edit.text).toContain(`action="/pages/doeditcomment.action?pageId=${pageId}&amp;commentId=${own}"`)
      expect(edit.text).toContain('Cannot create empty comments.')
      const program = await post({ plain: 'true', content: ' ' }, 'application/json')
      expect(JSON.parse(program.text)).toMatchObject({ statusCode: 400, message: 'body: a comment needs a text' })
    })

    it('gives the thread of one comment, wherever it stands', async () => {
      const { admin } = wiki()
      const first = await comment(admin, 'first of a thread')
      const answer = await comment(reader, 'answer', first)
      const of = (id: string, page = pageId) => reader.get(`/rest/oxbow/1.0/content/${page}/comments/${id}`)
      const thread = await of(answer)
      expect(thread.json).toMatchObject({
        location: 'footer',
        selection: null,
        results: [
          { id: first, parentId: null },
          { id: answer, parentId: first },
        ],
      })
      const other = String(await admin.createPage('TALK', 'Other topic'))
      expect((await of(answer, other)).status).toBe(404)
      expect((await of(other)).status).toBe(404)
      await admin.put(`/rest/api/content/${pageId}/restriction`, [
        { operation: 'read', restrictions: { user: [{ username: ADMIN.username }] } },
      ])
      expect((await of(answer)).status).toBe(404)
      await admin.put(`/rest/api/content/${pageId}/restriction`, [{ operation: 'read', restrictions: {} }])
    })
  },
)
