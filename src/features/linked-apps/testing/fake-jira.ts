import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '#platform/server/testing/browser.ts'
import type { TestWiki } from '#platform/server/testing/harness.ts'
import { authorisationPath } from '../shared.ts'

export const CLIENT = { clientId: 'client-7', clientSecret: 'the secret of the link' }

export interface FakeIssue {
  key: string
  summary: string
  status?: object | null
  issuetype?: object
  /** Global ids of its remote links. */
  links?: readonly string[]
}

/** A failure in place of an answer: of paths that it matches, with a status, or never. */
interface Failure {
  path: RegExp
  status?: number
  body?: string
  hangs?: boolean
}

/** A server that behaves as Jira Data Center does, as far as the wiki asks it. */
export interface FakeJira {
  readonly url: string
  issues: FakeIssue[]
  sprints: object[]
  versions: Record<string, object>
  agileSprints: Record<string, object>
  /** Undefined: answers 401 to who is not signed in. */
  publicCounts: Record<string, number> | undefined
  failure: Failure | undefined
  /** Its answers about links, by `METHOD path`: `open` to anybody, `links` to users who have approved. */
  open: Record<string, object>
  links: Record<string, object>
  /** Bodies of requests by Basic authentication as the administrator `root`, whose password is `secret`. */
  readonly linked: object[]
  /** Seconds that access tokens are good for. */
  lifetime: number
  /** Requests since the last {@link forget}: method and path with its query. */
  readonly requests: string[]
  forget(): void
  /** Ends all access tokens, and all refresh tokens where `forGood`. */
  revoke(forGood: boolean): void
  close(): Promise<void>
}

export async function startFakeJira(): Promise<FakeJira> {
  const state = new State()
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => state.answer(request, body, response))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jira`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  })
}

/** Links a fake Jira to a wiki, which may call the own network from then on. */
export async function linkJira(wiki: TestWiki, jira: FakeJira, more: object = {}): Promise<{ id: string }> {
  await wiki.admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['127.0.0.1'] })
  const input = { name: 'Our Jira', rpcUrl: jira.url, ...CLIENT, ...more }
  const made = await wiki.admin.post('/rest/oxbow/1.0/linked-applications', input)
  if (made.status !== 201) throw new Error(made.text)
  return made.json as { id: string }
}

class State {
  issues: FakeIssue[] = []
  sprints: object[] = []
  versions: Record<string, object> = {}
  agileSprints: Record<string, object> = {}
  publicCounts: Record<string, number> | undefined = undefined
  failure: Failure | undefined = undefined
  open: Record<string, object> = {}
  links: Record<string, object> = {}
  readonly linked: object[] = []
  lifetime = 7200
  readonly requests: string[] = []
  #issued = 0
  #codes = new Map<string, URLSearchParams>()
  #access = new Set<string>()
  #refresh = new Set<string>()

  forget(): void {
    this.requests.length = 0
  }

  revoke(forGood: boolean): void {
    this.#access.clear()
    if (forGood) this.#refresh.clear()
  }

  answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://jira')
    const path = url.pathname.replace(/^\/jira/, '')
    this.requests.push(`${request.method} ${path}${url.search}`)
    const { failure } = this
    if (failure?.path.test(path)) {
      if (failure.hangs) return
      response.writeHead(failure.status ?? 500, { 'content-type': 'application/json' }).end(failure.body ?? '{}')
      return
    }
    const json = (value: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const basic = request.headers.authorization?.startsWith('Basic ')
    const open = this.open[`${request.method} ${path}`]
    if (open) json(open)
    else if (basic) this.#administer(request, body, json)
    else if (path === '/rest/oauth2/latest/authorize') this.#consent(url, response)
    else if (path === '/rest/oauth2/latest/token') this.#token(new URLSearchParams(body), json)
    else if (path === '/rest/api/2/serverInfo') json({ version: '9.12.0', deploymentType: 'Server' })
    else if (path === '/rest/remote-link-aggregation/1/aggregation' && this.publicCounts)
      json({ targets: { any: Object.entries(this.publicCounts).map(([id, count]) => ({ type: { id }, count })) } })
    else if (!this.#access.has((request.headers.authorization ?? '').replace('Bearer ', ''))) json({}, 401)
    else if (this.links[`${request.method} ${path}`]) json(this.links[`${request.method} ${path}`])
    else this.#resource(url, path, json)
  }

  #administer({ headers }: IncomingMessage, body: string, json: (value: unknown, status?: number) => void): void {
    const proof = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()
    if (proof !== 'root:secret') return json({}, 401)
    if (body !== '') this.linked.push(JSON.parse(body) as object)
    json({}, body === '' ? 200 : 201)
  }

  /** The page on which a user of Jira allows or denies. */
  #consent({ searchParams }: URL, response: ServerResponse): void {
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    if (searchParams.get('client_id') !== CLIENT.clientId || searchParams.get('code_challenge_method') !== 'S256') {
      response.writeHead(400).end('This is not a client of this Jira')
      return
    }
    const code = `code-${++this.#issued}`
    this.#codes.set(code, searchParams)
    const link = (words: string, fields: Record<string, string>) =>
      `<a href="${back.href}?${new URLSearchParams({ ...fields, state: searchParams.get('state') ?? '' })}">${words}</a>`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Jira</title>${link('Allow', { code })} ${link('Deny', { error: 'access_denied' })}`)
  }

  #token(form: URLSearchParams, json: (value: unknown, status?: number) => void): void {
    if (form.get('client_id') !== CLIENT.clientId || form.get('client_secret') !== CLIENT.clientSecret)
      return json({ error: 'invalid_client' }, 401)
    if (form.get('grant_type') === 'refresh_token') {
      if (!this.#refresh.delete(form.get('refresh_token') ?? '')) return json({ error: 'invalid_grant' }, 400)
      return json(this.#tokens())
    }
    const asked = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isFine = asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === form.get('redirect_uri')
    return isFine ? json(this.#tokens()) : json({ error: 'invalid_grant' }, 400)
  }

  #tokens() {
    const [access, refresh] = [`access-${++this.#issued}`, `refresh-${this.#issued}`]
    this.#access.add(access)
    this.#refresh.add(refresh)
    return { access_token: access, refresh_token: refresh, expires_in: this.lifetime, token_type: 'bearer' }
  }

  #resource({ searchParams }: URL, path: string, json: (value: unknown, status?: number) => void): void {
    const [, id = ''] = /^\/rest\/(?:agile\/1\.0\/sprint|api\/2\/version)\/(\d+)$/.exec(path) ?? []
    if (path === '/rest/api/2/search') json(this.#search(searchParams))
    else if (path === '/rest/greenhopper/1.0/api/sprints/remotelink') json({ sprints: this.sprints })
    else if (path.startsWith('/rest/agile') && this.agileSprints[id]) json(this.agileSprints[id])
    else if (path.startsWith('/rest/api/2/version') && this.versions[id]) json(this.versions[id])
    else json({ errorMessages: ['Not found'] }, 404)
  }

  #search(query: URLSearchParams) {
    const jql = query.get('jql') ?? ''
    const named = new Set([...jql.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name))
    const found = this.issues.filter(({ key, links = [] }) =>
      jql.startsWith('key in') ? named.has(key) : links.some(link => named.has(link)),
    )
    return {
      total: found.length,
      issues: found
        .slice(0, Number(query.get('maxResults')))
        .map(({ key, summary, status = null, issuetype = { name: 'Task' } }) => ({
          key,
          fields: { summary, status, issuetype },
        })),
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}

/** Approves, as a user in a browser, that the wiki asks Jira with their rights. @returns where the browser ends */
export async function approveJira(browser: Browser, applicationId: string, answer: 'Allow' | 'Deny' = 'Allow') {
  const begun = await browser.get(authorisationPath(applicationId))
  const consent = await (await fetch(begun.headers.get('location') ?? '')).text()
  const [, back = ''] = new RegExp(`href="([^"]+)">${answer}<`).exec(consent) ?? []
  const { pathname, search } = new URL(back)
  return browser.get(`${pathname}${search}`)
}
