import { expect, it } from 'vitest'
import { startTestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'

const TASK =
  '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status>' +
  '<ac:task-body>Water the plants</ac:task-body></ac:task></ac:task-list>'

it('a wiki has spaces, pages, blog posts, comments, likes and tasks [V1-02]', async () => {
  const wiki = await startTestWiki('sqlite', features)
  try {
    const { admin } = wiki
    const read = async (path: string) => (await admin.get(path)).json
    await admin.post('/rest/api/space', { key: 'ONE', name: 'One of each' })
    expect(await read('/rest/api/space/ONE')).toMatchObject({ key: 'ONE', name: 'One of each' })
    const create = async (type: string, value: string, more: object) => {
      const body = { storage: { value, representation: 'storage' } }
      const reply = await admin.post('/rest/api/content', { type, space: { key: 'ONE' }, body, ...more })
      expect(reply.status, reply.text).toBe(200)
      const { id } = reply.json as { id: string }
      expect(await read(`/rest/api/content/${id}?expand=body.storage`)).toMatchObject({ type, body })
      return id
    }
    const page = await create('page', TASK, { title: 'Page' })
    const post = await create('blogpost', '<p>News</p>', { title: 'Post' })
    await create('comment', '<p>Thanks</p>', { container: { id: post, type: 'blogpost' } })
    expect((await admin.post(`/rest/likes/1.0/content/${post}/likes`)).status).toBe(200)
    expect((await read(`/rest/likes/1.0/content/${post}/likes`)).likes).toMatchObject([{ user: { name: 'admin' } }])
    expect((await admin.post(`/rest/inlinetasks/1/task/${page}/1`, { status: 'CHECKED' })).status).toBe(204)
    expect((await read(`/rest/api/content/${page}?expand=body.storage`)).body.storage.value).toContain(
      '<ac:task-status>complete</ac:task-status>',
    )
  } finally {
    await wiki.close()
  }
})
