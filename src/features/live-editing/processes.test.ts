import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, HttpClient } from '#platform/server/testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { boxes, saved } from '#features/diagrams/testing/wiki.ts'
import { LiveDiagram } from '#diagrams/live/live-diagram.ts'
import { isSaved } from '#diagrams/live/saved.ts'
import { applyChange } from '#diagrams/model/changes.ts'
import { Oxbow, type OxbowServer } from '../../../test/oxbow.ts'
import { CLOSED } from './shared.ts'
import { LiveClient } from './testing/client.ts'

/** Editors of the test; with two processes, hardly all of them come to the same one. */
const EDITORS = 6
/** Connections that a user may have at once. */
const MOST_OF_USER = 30

describe.each(['sqlite', 'postgres'] as const)('live editing on several processes (%s)', engine => {
  let oxbow: Oxbow
  let env: Record<string, string>
  const running: OxbowServer[] = []
  let databaseUrl: string | undefined

  beforeAll(async () => {
    oxbow = await Oxbow.fromSources()
    databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    env = {
      OXBOW_HOME: await mkdtemp(join(tmpdir(), 'oxbow-live-')),
      OXBOW_ADMIN_USER: ADMIN.username,
      OXBOW_ADMIN_PASSWORD: ADMIN.password,
      OXBOW_ADMIN_EMAIL: 'admin@example.org',
      ...(databaseUrl === undefined ? { OXBOW_PROCESSES: '2' } : { DATABASE_URL: databaseUrl }),
    }
  })
  afterAll(async () => {
    for (const server of running) await server.end('SIGKILL')
    await rm(env['OXBOW_HOME'] ?? '', { recursive: true, force: true })
    if (databaseUrl !== undefined) await dropPostgresDatabase(databaseUrl)
  })

  const start = async () => {
    const server = await oxbow.start(env)
    running.push(server)
    return server
  }
  const admin = (server: OxbowServer) => HttpClient.basic(server.url, ADMIN.username, ADMIN.password)

  it('gives all editors one text, and keeps what it acknowledged when it is killed', async () => {
    // Two processes of one server on SQLite, two servers on PostgreSQL.
    const servers = [await start(), ...(engine === 'postgres' ? [await start()] : [])]
    const [first] = servers as [OxbowServer]
    await admin(first).post('/rest/api/space', { key: 'KILL', name: 'Kill' })
    const paragraphs = (mark: string) => Array.from({ length: EDITORS }, (_, n) => `<p>${n}${mark}</p>`).join('')
    const id = await admin(first).createPage('KILL', 'Killed', paragraphs(''))
    const open = (before?: LiveClient[]) =>
      Promise.all(
        Array.from({ length: EDITORS }, (_, n) => {
          const server = servers[n % servers.length] ?? first
          return new LiveClient(admin(server), id, before?.[n] ? { before: before[n] } : {}).ready()
        }),
      )
    const clients = await open()
    const typeAll = async (editors: LiveClient[], mark: string) => {
      for (const [n, client] of editors.entries())
        client.write({ storage: client.storage.replace(new RegExp(`<p>${n}(.*?)</p>`), `<p>${n}$1${mark}</p>`) })
      await Promise.all(editors.map(client => client.saved()))
    }
    await typeAll(clients, ' one')
    await Promise.all(clients.map(client => client.until(() => client.storage === paragraphs(' one'))))
    clients[0]?.present({ anchor: { tname: 'body' }, head: { tname: 'body' } })
    await Promise.all(clients.slice(1).map(client => client.until(() => client.others.size > 0)))
    await typeAll(clients, ' two')
    for (const server of servers) await server.end('SIGKILL')
    await Promise.all(clients.map(client => client.ended()))
    // While there is no server.
    clients[0]?.write({ storage: (clients[0]?.storage ?? '').replace('<p>0 one two', '<p>0 one two offline') })
    running.length = 0
    servers.splice(0, servers.length, ...(await Promise.all(servers.map(() => start()))))
    const fresh = await new LiveClient(admin(servers[0] as OxbowServer), id).ready()
    expect(fresh.storage).toBe(paragraphs(' one two'))
    const again = await Promise.all(
      clients.map((before, n) =>
        new LiveClient(admin(servers[n % servers.length] as OxbowServer), id, { before }).ready(),
      ),
    )
    const expected = paragraphs(' one two').replace('<p>0 one two', '<p>0 one two offline')
    await Promise.all([...again, fresh].map(client => client.until(() => client.storage === expected)))
    for (const client of [...again, fresh]) await client.close()
  })

  it('gives all editors one diagram, which is saved at any process', async () => {
    const servers = running.length > 0 ? [...running] : [await start()]
    const [first] = servers as [OxbowServer]
    const [one, other] = [admin(first), admin(servers.at(-1) ?? first)]
    await one.post('/rest/api/space', { key: 'FLOW', name: 'Flow' })
    const pageId = await one.createPage('FLOW', 'Drawn', '')
    const { attachmentId: id } = await saved(one, pageId, 'Flow', boxes('0', '1', '2', '3', '4', '5'))
    const clients = await Promise.all(
      Array.from({ length: EDITORS }, (_, n) => new LiveClient(n % 2 === 0 ? one : other, id).ready()),
    )
    const diagrams = clients.map(client => new LiveDiagram(client.doc))
    for (const [n, live] of diagrams.entries()) {
      const change = { type: 'update-object', pageId: 'p1', id: `o${n}`, fields: { y: n + 1 } } as const
      live.write(applyChange(live.document, change).document)
    }
    await Promise.all(clients.map(client => client.saved()))
    const path = `/rest/oxbow/1.0/diagrams/live/${id}`
    const incarnation = clients[0]?.incarnation ?? ''
    expect(new Set(clients.map(client => client.incarnation)).size).toBe(1)
    const both = await Promise.all([one, other].map(http => http.post(path, { incarnation, version: 1 })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await Promise.all(clients.map(client => client.until(() => isSaved(client.doc))))
    const { document } = (await one.get(`/rest/oxbow/1.0/diagrams?pageId=${pageId}&name=Flow`)).json
    for (const live of diagrams) expect(live.document).toEqual(document)
    expect(Object.values(document.pages[0].objects).map(object => (object as { y: number }).y)).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    for (const client of clients) await client.close()
  })

  it('keeps the limits of connections and editors where all of them connect at the same moment', async () => {
    const servers = running.length > 0 ? [...running] : [await start()]
    const [first] = servers as [OxbowServer]
    await admin(first).post('/rest/api/space', { key: 'LIMIT', name: 'Limit' })
    const id = await admin(first).createPage('LIMIT', 'Popular', '<p>popular</p>')
    const users = ['ann', 'ben', 'cleo', 'dan', 'eli'].map(username => ({ username, password: `${username} password` }))
    for (const { username, password } of users) {
      const user = { userName: username, fullName: username, email: `${username}@example.org`, password }
      expect((await admin(first).post('/rest/api/admin/user', user)).status).toBeLessThan(300)
    }
    /** Connects all at once. @returns codes of closing, 0 for an open connection */
    const connectAll = async (names: readonly { username: string; password: string }[]) => {
      const clients = names.map(({ username, password }, n) => {
        const { url } = servers[n % servers.length] ?? first
        return new LiveClient(HttpClient.basic(url, username, password), id)
      })
      const codes = await Promise.all(
        clients.map(client =>
          client.ready().then(
            () => 0,
            () => client.closed ?? -1,
          ),
        ),
      )
      for (const client of clients) if (client.closed === undefined) await client.close()
      await expect.poll(() => editors()).toEqual([])
      return codes.toSorted((a, b) => a - b)
    }
    const editors = async () =>
      (await admin(first).get(`/rest/oxbow/1.0/live/${id}/editors`)).json.editors.map(
        (each: { name: string }) => each.name,
      )
    expect(await connectAll(Array.from({ length: MOST_OF_USER + 8 }, () => users[0] ?? ADMIN))).toEqual([
      ...Array.from({ length: MOST_OF_USER }, () => 0),
      ...Array.from({ length: 8 }, () => CLOSED.tooMany),
    ])
    const settings = await admin(first).put('/rest/oxbow/1.0/admin/settings', { mostEditors: 2 })
    expect(settings.status, settings.text).toBe(200)
    expect(await connectAll(users)).toEqual([0, 0, CLOSED.full, CLOSED.full, CLOSED.full])
  })
})
