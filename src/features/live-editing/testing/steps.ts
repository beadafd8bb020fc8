import { afterEach, expect } from 'vitest'
import { storage, type HttpClient, type TestWiki } from '#platform/server/testing/harness.ts'
import { liveDocuments } from '../server/documents.ts'
import { liveWatch } from '../server/watch.ts'
import { LiveClient } from './client.ts'

let spaces = 0

/** Common steps of the tests of live editing. Connections are closed after each test. */
export function liveSteps(wiki: () => TestWiki) {
  const open: LiveClient[] = []
  afterEach(async () => {
    for (const client of open.splice(0)) if (client.closed === undefined) await client.close()
    await liveDocuments(wiki().app).idle()
  })
  const space = async () => {
    const key = `LIVE${++spaces}`
    await wiki().admin.post('/rest/api/space', { key, name: key })
    return key
  }
  return {
    connect(http: HttpClient, id: string, options: ConstructorParameters<typeof LiveClient>[2] = {}): LiveClient {
      const client = new LiveClient(http, id, options)
      open.push(client)
      return client
    },
    /** Creates a space. @returns its key */
    space,
    /** Creates a page in a new space. @returns its id */
    page: async (text: string, title = `Page ${++spaces}`): Promise<string> =>
      wiki().admin.createPage(await space(), title, text),
    /** The user of this name, who is created at first. */
    async user(name: string): Promise<HttpClient> {
      const known = wiki().as(name, `${name} password`)
      return (await known.get('/rest/api/user/current')).status === 200 ? known : wiki().addUser(name)
    },
    /** Publishes a version by REST. */
    async published(id: string, version: number, title: string, text: string): Promise<void> {
      const change = { type: 'page', title, version: { number: version }, body: storage(text) }
      const reply = await wiki().admin.put(`/rest/api/content/${id}`, change)
      expect(reply.status, reply.text).toBe(200)
      await liveWatch(wiki().app).settled()
    },
    /** Resolves when all events so far have reached the editors. */
    settled: (): Promise<void> => liveWatch(wiki().app).settled(),
    /** The published version. */
    async stored(id: string): Promise<{ title: string; version: number; storage: string }> {
      const { json } = await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,version`)
      return { title: json.title, version: json.version.number, storage: json.body.storage.value }
    },
    /** Lets the administrator alone edit a page, or everyone again. */
    async restrict(id: string, isClosed = true): Promise<void> {
      const restriction = [
        { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ]
      const path = `/rest/api/content/${id}/restriction`
      const reply = isClosed ? await wiki().admin.put(path, restriction) : await wiki().admin.delete(path)
      expect(reply.status, reply.text).toBe(200)
      await liveWatch(wiki().app).settled()
    },
  }
}
