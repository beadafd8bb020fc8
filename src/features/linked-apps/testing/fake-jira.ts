import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '#platform/server/testing/browser.ts'
import type { TestWiki } from '#platform/server/testing/harness.ts'
import { type ApprovedAccess, authorisationPath } from '../shared.ts'
import { createAnswer, type FakeProject } from './jira-create.ts'
import { foundBy, JqlError } from './jira-search.ts'

export const CLIENT = { clientId: 'client-7', clientSecret: 'the secret of the link' }

export interface FakeIssue {
  key: string
  summary: string
  status?: object | null
  issuetype?: object
  /** Global ids of its remote links. */
  links?: readonly string[]
  /** Further fields. */
  fields?: Record<string, unknown>
  /** Users who may see it, {@link ANYONE} among them; all users if it is left out. */
  readers?: readonly string[]
}

/** As a reader of an issue: users and visitors. */
export const ANYONE = 'anyone'

/** A failure in place of an answer: of paths that it matches, with a status, or never. */
interface Failure {
  path: RegExp
  status?: number
  body?: string
  type?: string
  headers?: Record<string, string>
  hangs?: boolean
  /** Answers as usual, but only then. */
  until?: Promise<unknown>
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
  /** Whether visitors may search; what they find has {@link ANYONE} among its readers. */
  isPublic: boolean
  /** JQL of filters, by id. */
  filters: Record<string, string>
  /** Names of custom fields, by id. */
  customFields: Record<string, string>
  /** Projects with the types of their issues. */
  projects: FakeProject[]
  /** The scope that its incoming link allows at most. */
  scope: 'READ' | 'WRITE'
  /** User of Jira who approves next. */
  user: string
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
  /** An access token of a user. */
  tokenOf(user: string): string
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
  isPublic = false
  filters: Record<string, string> = {}
  customFields: Record<string, string> = {}
  projects: FakeProject[] = []
  scope: 'READ' | 'WRITE' = 'WRITE'
  user = 'jane'
  open: Record<string, object> = {}
  links: Record<string, object> = {}
  readonly linked: object[] = []
  lifetime = 7200
  readonly requests: string[] = []
  #issued = 0
  #codes = new Map<string, { asked: URLSearchParams; user: string }>()
  /** Users by their tokens. */
  #access = new Map<string, string>()
  #refresh = new Map<string, { user: string; scope: string }>()
  /** Access tokens that may write. */
  #writing = new Set<string>()

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
      if (failure.until) void failure.until.then(() => this.#answer({ request, body, url, path }, response))
      else {
        const headers = { 'content-type': failure.type ?? 'application/json', ...failure.headers }
        response.writeHead(failure.status ?? 500, headers).end(failure.body ?? '{}')
      }
      return
    }
    this.#answer({ request, body, url, path }, response)
  }

  #answer(
    { request, body, url, path }: { request: IncomingMessage; body: string; url: URL; path: string },
    response: ServerResponse,
  ): void {
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
    else {
      const token = (request.headers.authorization ?? '').replace('Bearer ', '')
      const user = this.#access.get(token)
      if (user === undefined && !(this.isPublic && request.headers.authorization === undefined)) json({}, 401)
      else if (this.links[`${request.method} ${path}`]) json(this.links[`${request.method} ${path}`])
      else {
        const { method = '' } = request
        this.#resource({ method, url, path, body, user: user ?? ANYONE, mayWrite: this.#writing.has(token) }, json)
      }
    }
  }

  tokenOf(user: string, scope = 'READ'): string {
    const token = `access-${++this.#issued}`
    this.#access.set(token, user)
    if (scope === 'WRITE') this.#writing.add(token)
    return token
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
    if (searchParams.get('scope') === 'WRITE' && this.scope === 'READ') {
      const refusal = new URLSearchParams({ error: 'invalid_scope', state: searchParams.get('state') ?? '' })
      response.writeHead(302, { location: `${back.href}?${refusal}` }).end()
      return
    }
    const code = `code-${++this.#issued}`
    this.#codes.set(code, { asked: searchParams, user: this.user })
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
      const token = form.get('refresh_token') ?? ''
      const known = this.#refresh.get(token)
      if (!this.#refresh.delete(token) || known === undefined) return json({ error: 'invalid_grant' }, 400)
      return json(this.#tokens(known.user, known.scope))
    }
    const { asked, user = '' } = this.#codes.get(form.get('code') ?? '') ?? {}
    this.#codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isFine = asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === form.get('redirect_uri')
    return isFine ? json(this.#tokens(user, asked.get('scope') ?? '')) : json({ error: 'invalid_grant' }, 400)
  }

  #tokens(user: string, scope: string) {
    const access = this.tokenOf(user, scope)
    const refresh = access.replace('access', 'refresh')
    this.#refresh.set(refresh, { user, scope })
    return { access_token: access, refresh_token: refresh, expires_in: this.lifetime, token_type: 'bearer' }
  }

  #resource(resource: Resource, json: (value: unknown, status?: number) => void): void {
    const { method, path, mayWrite } = resource
    if (method === 'POST' && path === '/rest/api/2/issue' && !mayWrite)
      return json({ errorMessages: ['insufficient scope'] }, 403)
    const answer = createAnswer(resource, this)
    if (answer) return json(answer.json, answer.status)
    const [, id = ''] = /^\/rest\/(?:agile\/1\.0\/sprint|api\/2\/version)\/(\d+)$/.exec(path) ?? []
    const searches = path === '/rest/api/2/search' || path.startsWith('/rest/api/3/')
    if (searches) this.#searched(resource, json)
    else if (path === '/rest/api/2/field')
      json(Object.entries(this.customFields).map(([field, name]) => ({ id: field, name, custom: true })))
    else if (path === '/rest/greenhopper/1.0/api/sprints/remotelink') json({ sprints: this.sprints })
    else if (path.startsWith('/rest/agile') && this.agileSprints[id]) json(this.agileSprints[id])
    else if (path.startsWith('/rest/api/2/version') && this.versions[id]) json(this.versions[id])
    else json({ errorMessages: ['Not found'] }, 404)
  }

  #searched({ url, path, body, user }: Resource, json: (value: unknown, status?: number) => void): void {
    try {
      // Jira takes a search in the address or as a body.
      const sent = body === '' ? Object.fromEntries(url.searchParams) : (JSON.parse(body) as Record<string, unknown>)
      json(this.#found(path, sent, user))
    } catch (error) {
      if (!(error instanceof JqlError)) throw error
      json({ errorMessages: [error.message], errors: {} }, 400)
    }
  }

  #found(path: string, sent: Record<string, unknown>, user: string): object {
    const issues = this.issues.filter(({ readers }) =>
      readers ? readers.includes(user) || readers.includes(ANYONE) : user !== ANYONE,
    )
    const isLenient = sent['validateQuery'] === 'false'
    const search = (jql: unknown) =>
      foundBy(typeof jql === 'string' ? jql : '', { issues, filters: this.filters, isLenient })
    if (path.endsWith('/bulkfetch')) {
      const keys = sent['issueIdsOrKeys'] as string[]
      return { issues: issues.filter(({ key }) => keys.includes(key)).map(wireIssue) }
    }
    const found = search(sent['jql'])
    if (path.endsWith('/approximate-count')) return { count: found.length }
    const start = Number(path.endsWith('/jql') ? (sent['nextPageToken'] ?? 0) : (sent['startAt'] ?? 0))
    const end = start + Number(sent['maxResults'] ?? 50)
    const part = found.slice(start, end).map(wireIssue)
    if (path === '/rest/api/2/search') return { startAt: start, total: found.length, issues: part }
    return end < found.length
      ? { issues: part, isLast: false, nextPageToken: String(end) }
      : { issues: part, isLast: true }
  }
}

interface Resource {
  method: string
  url: URL
  path: string
  body: string
  user: string
  mayWrite: boolean
}

function wireIssue({ key, summary, status = null, issuetype = { name: 'Task' }, fields }: FakeIssue) {
  return { key, fields: { summary, status, issuetype, ...fields } }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}

/** Approves, as a user in a browser, that the wiki asks Jira with their rights. @returns where the browser ends */
export async function approveJira(
  browser: Browser,
  applicationId: string,
  answer: 'Allow' | 'Deny' = 'Allow',
  access: ApprovedAccess = 'read',
) {
  const begun = await browser.get(authorisationPath(applicationId, access))
  const consent = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
  const [, back = ''] = new RegExp(`href="([^"]+)">${answer}<`).exec(await consent.text()) ?? []
  const { pathname, search } = new URL(consent.headers.get('location') ?? back)
  return browser.get(`${pathname}${search}`)
}
