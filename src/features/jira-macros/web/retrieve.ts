import { apiErrorFrom, type ApiError } from '#platform/web/api-error.ts'
import { urlOf } from '#platform/web/api.ts'
import { retrieveIssues } from '../contract.ts'
import type { IssueItem } from '../draw.ts'
import { keysQuery, xmlViewOf } from '../shared.ts'

/** A refusal of the retriever. `approvalUrl` is the address at which the reader approves that Jira is asked for them. */
export class RetrieveError extends Error {
  override name = 'RetrieveError'
  readonly status: number
  readonly approvalUrl: string | undefined

  constructor({ status, message }: ApiError, approvalUrl: string | undefined) {
    super(message)
    this.status = status
    this.approvalUrl = approvalUrl
  }
}

export interface RetrievedIssues {
  /** By the keys that were asked for. */
  readonly issues: ReadonlyMap<string, IssueItem>
  /** The address at which the reader approves, if issues are missing for that reason. */
  readonly approvalUrl: string | undefined
}

export interface RetrievedRows {
  readonly page: number
  readonly total: number
  /** HTML for a reader who might see more. */
  readonly trustedMessage: string | null
  readonly rows: readonly { readonly id: string; readonly cell: readonly string[] }[]
}

interface Retrieval {
  appId: string
  jql: string
  proofs: readonly string[]
  signal: AbortSignal
}

/** Issues by their keys. @throws RetrieveError */
export async function issuesOf(
  appId: string,
  asked: readonly { readonly key: string; readonly proof?: string }[],
  signal: AbortSignal,
): Promise<RetrievedIssues> {
  const keys = asked.map(({ key }) => key)
  const retrieval = { appId, jql: keysQuery(keys), proofs: proofsOf(asked), signal }
  const response = await retrieve(retrieval, { columns: ['key', 'summary', 'type', 'status', 'resolution'] })
  const items = new DOMParser().parseFromString(await response.text(), 'text/xml').querySelectorAll('item')
  return {
    issues: new Map(
      [...items].map(item => [item.querySelector('key')?.getAttribute('asked') ?? textIn(item, 'key'), itemIn(item)]),
    ),
    approvalUrl: realmOf(response),
  }
}

/** A page of a table. @throws RetrieveError */
export async function rowsOf(
  appId: string,
  { jql, proof, ...query }: { jql: string; proof: string | undefined } & Record<string, unknown>,
  signal: AbortSignal,
): Promise<RetrievedRows> {
  const response = await retrieve({ appId, jql, proofs: proofsOf([{ proof }]), signal }, { ...query, flexigrid: true })
  return (await response.json()) as RetrievedRows
}

/** The number of issues. @throws RetrieveError */
export async function countOf(
  appId: string,
  { jql, proof }: { jql: string; proof: string | undefined },
  signal: AbortSignal,
): Promise<number> {
  const response = await retrieve({ appId, jql, proofs: proofsOf([{ proof }]), signal }, { showCount: true })
  return Number(await response.text())
}

async function retrieve({ appId, jql, proofs, signal }: Retrieval, query: Record<string, unknown>): Promise<Response> {
  const address = urlOf(retrieveIssues, { query: { appId, url: xmlViewOf(jql), ...query, proof: proofs } })
  const response = await fetch(address, {
    credentials: 'same-origin',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    signal,
  })
  if (response.ok) return response
  const error = apiErrorFrom(response.status, await response.text(), response.headers, response.statusText)
  throw new RetrieveError(error, realmOf(response))
}

function proofsOf(asked: readonly { readonly proof?: string | undefined }[]): string[] {
  return asked.flatMap(({ proof }) => proof ?? [])
}

/** The address in a header `WWW-Authenticate: OAuth realm="…"`. */
function realmOf({ headers }: Response): string | undefined {
  const realm = /\bOAuth\b[^"]*\brealm="([^"]+)"/i.exec(headers.get('www-authenticate') ?? '')?.[1]
  const url = realm === undefined ? null : URL.parse(realm, location.href)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function itemIn(item: Element): IssueItem {
  const attribute = (name: string, of: string) => item.querySelector(name)?.getAttribute(of) ?? ''
  const link = textIn(item, 'link')
  return {
    key: textIn(item, 'key'),
    summary: textIn(item, 'summary'),
    type: { name: textIn(item, 'type'), iconUrl: attribute('type', 'iconUrl') },
    status: {
      name: textIn(item, 'status'),
      iconUrl: attribute('status', 'iconUrl'),
      colour: attribute('statusCategory', 'colorName'),
    },
    resolution: { id: attribute('resolution', 'id'), name: textIn(item, 'resolution') },
    link: /^https?:\/\//i.test(link) ? link : '',
  }
}

function textIn(item: Element, name: string): string {
  return item.querySelector(name)?.textContent ?? ''
}
