import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN, ENGINES } from '#platform/server/testing/harness.ts'
import { HttpClient } from '#platform/server/testing/client.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { Oxbow, type OxbowServer } from '../../test/oxbow.ts'

const BASIC = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`

/** So many that hardly all of them are taken by one of two processes. */
const CONNECTIONS = 8
/** As long as a busy machine may take. */
const PATIENCE_MS = 60_000

interface Reply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** On a separate connection, which any process may take. */
async function call(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = { authorization: BASIC },
    body,
  }: { method?: string; headers?: object; body?: object } = {},
): Promise<Reply> {
  const sent = request(new URL(path, url), {
    method,
    agent: false,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  })
  sent.end(body && JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

/** The same call on several connections at once. */
const everywhere = (url: string, path: string, options: { headers?: object } = {}) =>
  Promise.all(Array.from({ length: CONNECTIONS }, () => call(url, path, options)))

describe.each(ENGINES)('oxbow start with two processes (%s)', engine => {
  let folder: string
  let databaseUrl: string | undefined
  let oxbow: Oxbow
  let server: OxbowServer
  let client: HttpClient
  const env = () => ({
    OXBOW_HOME: folder,
    OXBOW_PROCESSES: '2',
    OXBOW_LOG_LEVEL: 'info',
    OXBOW_SHUTDOWN_SECONDS: String(PATIENCE_MS / 1000),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  /** Ids of those that said that they are ready, of ended ones too. */
  const processes = () => [
    ...new Set([...server.output().matchAll(/"process":(\d+).*Oxbow is ready/g)].map(([, id]) => Number(id))),
  ]
  const bothServe = () =>
    vi.waitFor(async () => expect((await call(server.url, '/metrics')).body).toContain('oxbow_processes 2'), 30_000)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-processes-'))
    databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    oxbow = await Oxbow.fromSources()
    server = await oxbow.start({
      ...env(),
      OXBOW_ADMIN_USER: ADMIN.username,
      OXBOW_ADMIN_PASSWORD: ADMIN.password,
    })
    client = HttpClient.basic(server.url, ADMIN.username, ADMIN.password)
    await bothServe()
    await client.post('/rest/api/space', { key: 'ALL', name: 'All' })
  })

  afterAll(async () => {
    await server.end('SIGKILL')
    if (databaseUrl) await dropPostgresDatabase(databaseUrl)
    await rm(folder, { recursive: true, force: true })
  })

  const newPage = async (title: string) => {
    const page = await client.post('/rest/api/content', {
      type: 'page',
      title,
      space: { key: 'ALL' },
      body: { storage: { value: '<p>version 1</p>', representation: 'storage' } },
    })
    return { id: String(page.json.id), title }
  }
  const update = ({ id, title }: { id: string; title: string }, version: number, words = `version ${version}`) =>
    call(server.url, `/rest/api/content/${id}`, {
      method: 'PUT',
      body: {
        type: 'page',
        title,
        version: { number: version },
        body: { storage: { value: `<p>${words}</p>`, representation: 'storage' } },
      },
    })

  it('never answers with what was changed before the request', async () => {
    const page = await newPage('Read after write')
    for (let version = 2; version <= 25; version++) {
      expect((await update(page, version)).status).toBe(200)
      const [views, rest] = await Promise.all([
        everywhere(server.url, `/pages/viewpage.action?pageId=${page.id}`),
        everywhere(server.url, `/rest/api/content/${page.id}?expand=body.view,version`),
      ])
      for (const reply of [...views, ...rest]) expect(reply.body).toContain(`<p>version ${version}</p>`)
    }
  })

  it('takes one of two changes that are made at once', async () => {
    const page = await newPage('Two at once')
    for (let version = 2; version <= 9; version++) {
      const replies = await Promise.all(['one', 'other'].map(words => update(page, version, words)))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })

  it('knows changed settings, sessions and rights at once in each process', async () => {
    for (const enabled of [false, true, false]) {
      await client.send('PUT', '/rest/oxbow/1.0/analytics/settings', { enabled })
      for (const reply of await everywhere(server.url, '/rest/oxbow/1.0/analytics/settings'))
        expect(JSON.parse(reply.body)).toMatchObject({ enabled })
    }
    for (let n = 0; n < 4; n++) {
      const signedIn = await call(server.url, '/rest/tsv/1.0/authenticate', {
        method: 'POST',
        headers: {},
        body: { username: ADMIN.username, password: ADMIN.password, rememberMe: false, targetUrl: '' },
      })
      const cookie = [signedIn.headers['set-cookie']]
        .flat()
        .map(line => line?.split(';')[0])
        .join('; ')
      const session = { headers: { cookie } }
      for (const { status } of await everywhere(server.url, '/rest/api/user/current', session)) expect(status).toBe(200)
      await call(server.url, '/logout.action', { headers: { cookie } })
      for (const { status } of await everywhere(server.url, '/rest/api/user/current', session)) expect(status).toBe(401)
    }
  })

  it('counts wrong passwords once for all processes', async () => {
    const wrong = { authorization: `Basic ${Buffer.from('nobody:wrong password').toString('base64')}` }
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await call(server.url, '/rest/api/space', { headers: wrong })).status)
    // The fifth failure holds back for a second.
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.slice(5)).toContain(429)
  })

  it('is one node of the cluster, and adds up what its processes measure', async () => {
    const nodes = await everywhere(server.url, '/rest/api/cluster/nodes')
    expect(
      new Set(nodes.map(({ body }) => (JSON.parse(body) as { results: { id: string }[] }).results[0]?.id)).size,
    ).toBe(1)
    const served =
      /oxbow_http_request_duration_seconds_count\{method="GET",route="\/rest\/api\/cluster\/nodes",status="200"\} (\d+)/
    const counts = await everywhere(server.url, '/metrics')
    expect(counts.map(({ body }) => Number(served.exec(body)?.[1]))).toEqual(Array.from(counts, () => CONNECTIONS))
  })

  it('loses nothing of what it acknowledged when a process is killed, serves on, and starts another', async () => {
    const [first, second] = processes()
    expect(second).toBeDefined()
    const acknowledged: string[] = []
    let failed = 0
    let stop = false
    const writer = async (name: number) => {
      for (let n = 0; !stop; n++) {
        const title = `Written ${name} ${n}`
        const body = {
          type: 'page',
          title,
          space: { key: 'ALL' },
          body: { storage: { value: '<p>x</p>', representation: 'storage' } },
        }
        try {
          const { status } = await call(server.url, '/rest/api/content', { method: 'POST', body })
          if (status === 200) acknowledged.push(title)
        } catch {
          failed++
        }
      }
    }
    const writers = Promise.all([1, 2, 3, 4].map(writer))
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    process.kill(first ?? 0, 'SIGKILL')
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10)
    await expect.poll(() => processes().length).toBe(3)
    stop = true
    await writers
    // A connection that the killed one had; at most one of each writer.
    expect(failed).toBeLessThanOrEqual(4)
    await bothServe()
    for (const title of acknowledged) {
      const found = await call(server.url, `/rest/api/content?spaceKey=ALL&title=${encodeURIComponent(title)}`)
      expect(JSON.parse(found.body)).toMatchObject({ size: 1 })
    }
  })

  it('finishes the open requests of all processes when it is stopped', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const body = JSON.stringify({ query: 'x' })
    const open = await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, n) => {
        const title = `Open ${n}`
        const sent = JSON.stringify({
          type: 'page',
          title,
          space: { key: 'ALL' },
          body: { storage: { value: body, representation: 'storage' } },
        })
        const open = request(new URL('/rest/api/content', server.url), {
          method: 'POST',
          agent,
          headers: {
            authorization: BASIC,
            'content-type': 'application/json',
            'content-length': sent.length,
            expect: '100-continue',
          },
        })
        open.flushHeaders()
        // It has begun to read.
        await once(open, 'continue')
        return { open, sent }
      }),
    )
    const ended = server.end('SIGTERM')
    await expect.poll(() => server.output()).toContain('Ending once open requests are answered')
    const statuses = open.map(async ({ open, sent }) => {
      open.end(sent)
      const [response] = (await once(open, 'response')) as [import('node:http').IncomingMessage]
      response.resume()
      return response.statusCode
    })
    expect(await Promise.all(statuses)).toEqual(Array.from(open, () => 200))
    expect(await ended, server.output()).toBe(0)
    agent.destroy()
    const again = await oxbow.start(env())
    const found = await call(again.url, '/rest/api/content?spaceKey=ALL&title=Open%203')
    expect(JSON.parse(found.body)).toMatchObject({ size: 1 })
    expect(await again.end('SIGTERM')).toBe(0)
  })

  it('ends in its time although a process is frozen', async () => {
    const frozen = await oxbow.start({ ...env(), OXBOW_SHUTDOWN_SECONDS: '2' })
    const { pid } = await vi.waitFor(() => {
      const [, id] = /"process":(\d+).*Oxbow is ready/.exec(frozen.output()) ?? []
      return { pid: Number(id ?? expect.fail('no process is ready')) }
    }, PATIENCE_MS)
    process.kill(pid, 'SIGSTOP')
    expect(await frozen.end('SIGTERM')).toBe(1)
    // A killed process is there until it is waited for.
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), PATIENCE_MS)
  })

  it('says why it cannot start, as one process does', async () => {
    const { port } = new URL(server.url)
    const first = await oxbow.start({ ...env(), PORT: port })
    const taken = await oxbow.run(['start'], {
      ...env(),
      OXBOW_HOME: await mkdtemp(join(folder, 'other-')),
      HOST: '127.0.0.1',
      PORT: port,
    })
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining(`The port ${port} is in use`) as string })
    if (engine === 'sqlite') {
      const second = await oxbow.run(['start'], { ...env(), PORT: '0' })
      expect(second).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Another Oxbow serves the wiki') as string,
      })
    }
    // Its processes follow it, and leave none behind that holds the port or the data.
    await first.end('SIGKILL')
    const last = await vi.waitFor(() => oxbow.start({ ...env(), PORT: port }), PATIENCE_MS)
    expect(await last.end('SIGTERM')).toBe(0)
  })
})
