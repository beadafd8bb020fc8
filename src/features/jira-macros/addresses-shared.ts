/** The meaning of texts and addresses of Jira: an issue, a search, or only an address. */

export type JiraTarget =
  | { readonly kind: 'issue'; readonly key: string }
  | { readonly kind: 'search'; readonly jql: string }
  | { readonly kind: 'address'; readonly url: string }

const KEY = /^[A-Z][A-Z0-9_]{0,50}-[1-9]\d{0,9}$/i

/** The key that a text is, in capital letters; undefined for other texts. */
export function issueKeyIn(text: string): string | undefined {
  const key = text.trim()
  return KEY.test(key) ? key.toUpperCase() : undefined
}

/** The meaning of a macro's text: the key of an issue, an address, or JQL. Undefined for an empty text. */
export function targetOf(text: string): JiraTarget | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const key = issueKeyIn(trimmed)
  if (key !== undefined) return { kind: 'issue', key }
  if (!/^https?:\/\//i.test(trimmed)) return { kind: 'search', jql: trimmed }
  const url = URL.parse(trimmed)
  return url ? (targetOfAddress(url) ?? { kind: 'address', url: url.href }) : { kind: 'search', jql: trimmed }
}

/** The issue or search at an address of Jira; undefined for its other pages. */
export function targetOfAddress({ pathname, searchParams }: URL): JiraTarget | undefined {
  const jql = (searchParams.get('jql') ?? searchParams.get('jqlQuery') ?? '').trim()
  const [, named = ''] = /\/(?:browse|issues)\/([^/]+)\/?$/.exec(pathname) ?? []
  const key = issueKeyIn(named) ?? issueKeyIn(searchParams.get('selectedIssue') ?? '')
  if (key !== undefined) return { kind: 'issue', key }
  if (jql !== '') return { kind: 'search', jql }
  const [, filed] = /\/sr\/[^/]{1,100}\/(\d{1,12})\//.exec(pathname) ?? []
  const isList = /\/(?:issues|secure\/IssueNavigator\.jspa|search)\/?$/.test(pathname)
  const filter = filed ?? (isList ? (searchParams.get('filter') ?? searchParams.get('requestId')) : null)
  return filter !== null && filter !== undefined && /^\d{1,12}$/.test(filter)
    ? { kind: 'search', jql: `filter = ${filter}` }
    : undefined
}
