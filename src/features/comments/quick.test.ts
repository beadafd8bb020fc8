import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { commentElementId, commentIdOf } from './addresses.ts'

it('knows a comment by the id of its element [V5-05]', () => {
  expect(commentIdOf(commentElementId(12))).toBe('12')
  for (const wrong of ['comment-x', 'comment-', 'comment-1 ', 'xcomment-1', '12'])
    expect(() => commentIdOf(wrong)).toThrow(`"${wrong}" is not the id of a comment's element`)
})

const NO_CHECK = { 'x-atlassian-token': 'no-check' }
const PASSWORD = 'long enough pass 1'

onEachEngine(
  'quick comments',
  () => features,
  wiki => {
    let pageId = 0
    let reader: HttpClient
    const path = (more: string) => `/rest/tinymce/1/content/${pageId}/${more}`
    const post = (more: string, fields: Record<string, string>, headers: Record<string, string> = NO_CHECK) =>
      wiki().admin.send('POST', path(more), new URLSearchParams(fields), headers)
    const storageOf = async (id: number) =>
      (await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value as string
    const total = async () =>
      (await wiki().admin.get(`/rest/oxbow/1.0/content/${pageId}/comments`)).json.total as number

    beforeAll(async () => {
      const { admin } = wiki()
      reader = await wiki().addUser('reader', { fullName: 'The Reader', password: PASSWORD })
      await admin.post('/rest/api/space', { key: 'QUI', name: 'Quick' })
      const made = await admin.post('/rest/api/content', { type: 'page', title: 'Quick', space: { key: 'QUI' } })
      pageId = Number(made.json.id)
    })

    it('adds comments and answers, with what may be done with them [I7.5-02] [I7.5-03]', async () => {
      const first = await post('comment?actions=true', { html: '<p>First <b>one</b></p>', watch: 'true', uuid: 'a-1' })
      expect(first.status, first.text).toBe(200)
      const { id } = first.json as { id: number }
      const place = `commentId=${id}&pageId=${pageId}`
      const permalink = `/pages/viewpage.action?pageId=${pageId}&focusedCommentId=${id}#comment-${id}`
      expect(first.json).toMatchObject({
        html: expect.stringMatching(/^<p>First <(b|strong)>one<\/\1><\/p>$/),
        asyncRenderSafe: true,
        ownerId: pageId,
        parentId: 0,
        isInlineComment: false,
        primaryActions: [
          { id: 'reply-comment', url: `/pages/replycomment.action?${place}`, style: 'action-reply-comment' },
          { id: 'edit-comment', url: `/pages/editcomment.action?${place}`, style: 'comment-action-edit' },
          { id: 'remove-comment', url: `/pages/removecomment.action?${place}`, style: 'comment-action-remove' },
          { url: permalink, style: 'comment-date' },
        ],
        secondaryActions: [{ id: 'comment-permalink', url: permalink, style: 'comment-permalink' }],
      })
      expect((await wiki().admin.get(`/rest/api/user/watch/content/${pageId}`)).json).toEqual({ watching: true })
      const reply = await post(`comments/${id}/comment?actions=true`, { html: '<p>Answer</p>', watch: 'false' })
      expect(reply.json).toMatchObject({ parentId: id, ownerId: pageId, html: '<p>Answer</p>' })
      const listed = await wiki().admin.get(`/rest/api/content/${pageId}/child/comment?depth=all&expand=ancestors`)
      expect(
        listed.json.results.map((row: { id: string; ancestors: { id: string }[] }) => [
          Number(row.id),
          row.ancestors.map(one => Number(one.id)),
        ]),
      ).toEqual([
        [id, []],
        [reply.json.id, [id]],
      ])
      expect((await post('comments/999999/comment', { html: '<p>x</p>' })).status).toBe(400)
      expect((await post('comment', { html: '<p>x</p>' })).json).toMatchObject({
        primaryActions: [],
        secondaryActions: [],
      })
    })

    it('takes its fields from the address, with an empty body, as a load-test kit sends them', async () => {
      const query = new URLSearchParams({ html: '<p>From the address</p>', watch: 'false', uuid: 'kit-1' })
      const reply = await wiki().admin.send('POST', path(`comment?actions=true&${query}`), undefined, NO_CHECK)
      expect([reply.status, reply.json.html], reply.text).toEqual([200, '<p>From the address</p>'])
      expect(await storageOf(reply.json.id)).toBe('<p>From the address</p>')
    })

    it('stores what is sent again once', async () => {
      const before = await total()
      const fields = { html: '<p>Once</p>', uuid: 'the-same' }
      const replies = await Promise.all([post('comment', fields), post('comment', fields)])
      replies.push(await post('comment', fields))
      expect(new Set(replies.map(reply => [reply.status, reply.json.id].join()))).toHaveLength(1)
      expect(await total()).toBe(before + 1)
      // The id is its author's and the page's.
      const other = await reader.send('POST', path('comment'), new URLSearchParams(fields), NO_CHECK)
      expect(other.json.id).not.toBe(replies[0]?.json.id)
      await wiki().admin.delete(`/rest/api/content/${replies[0]?.json.id}`)
      expect((await post('comment', fields)).status).toBe(200)
    })

    it('changes a comment by PUT and by POST [I7.5-04]', async () => {
      const { id } = (await post('comment', { html: '<p>One</p>' })).json as { id: number }
      for (const [method, html] of [
        ['PUT', '<p>Two</p>'],
        ['POST', '<p>Three</p>'],
      ] as const) {
        const reply = await wiki().admin.send(
          method,
          path(`comments/${id}?actions=true`),
          new URLSearchParams({ html }),
          NO_CHECK,
        )
        expect([reply.status, reply.json.html, await storageOf(id)]).toEqual([200, html, html])
        const theirs = await reader.send(method, path(`comments/${id}`), new URLSearchParams({ html }), NO_CHECK)
        expect(theirs.status).toBe(403)
      }
    })

    it('refuses without the header, without a text, and where one may not comment', async () => {
      const before = await total()
      expect((await post('comment', { html: '<p>x</p>' }, {})).status).toBe(403)
      expect((await post('comment', { html: '  ' })).status).toBe(400)
      expect((await post('comment', { html: '<p>x' })).status).toBe(400)
      expect((await post('comment', { html: '<p>x</p>', uuid: 'u'.repeat(101) })).status).toBe(400)
      const visitor = await wiki().anonymous.send(
        'POST',
        path('comment'),
        new URLSearchParams({ html: '<p>x</p>' }),
        NO_CHECK,
      )
      expect([401, 403, 404]).toContain(visitor.status)
      expect(await total()).toBe(before)
    })
  },
)
