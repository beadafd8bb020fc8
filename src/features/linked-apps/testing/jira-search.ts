import type { FakeIssue } from './fake-jira.ts'

/** A refusal with status 400, as Jira words it. */
export class JqlError extends Error {}

export interface SearchedJira {
  /** Issues that the user may see. */
  readonly issues: readonly FakeIssue[]
  /** JQL of filters, by id. */
  readonly filters: Readonly<Record<string, string>>
  /** Leaves out keys that are not there, in place of refusing the query (`validateQuery=false`). */
  readonly isLenient: boolean
}

/**
 * Issues that a query finds, in its order. Of JQL it knows conditions joined by AND: keys, `field = value`, `text ~`,
 * `filter =`, dates relative to now, remote links.
 * @throws JqlError
 */
export function foundBy(jql: string, jira: SearchedJira): FakeIssue[] {
  const [, conditions = '', order] = /^(.*?)(?:\s*\border\s+by\s+(.*))?$/is.exec(jql) ?? []
  const found = conjuncts(conditions).reduce(
    (issues, condition) => issues.filter(matching(condition, jira)),
    [...jira.issues],
  )
  const [, field = '', direction = 'asc'] = /^([\w[\]]+)(?:\s+(asc|desc))?/i.exec(order ?? '') ?? []
  if (field === '') return found
  const sign = direction.toLowerCase() === 'desc' ? -1 : 1
  const collator = new Intl.Collator('en', { numeric: true })
  return found.toSorted((a, b) => sign * collator.compare(textOf(a, field), textOf(b, field)))
}

function conjuncts(conditions: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  let quoted = false
  for (let at = 0; at < conditions.length; at++) {
    const character = conditions.charAt(at)
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth === 0 && /^\sand\s/i.test(conditions.slice(at, at + 5))) {
      parts.push(conditions.slice(from, at))
      from = at + 5
    }
  }
  return [...parts, conditions.slice(from)].map(part => part.trim()).filter(part => part !== '')
}

function matching(condition: string, jira: SearchedJira): (issue: FakeIssue) => boolean {
  if (condition.startsWith('(') && condition.endsWith(')')) {
    const inner = new Set(foundBy(condition.slice(1, -1), jira))
    return issue => inner.has(issue)
  }
  const [, linked] = /^issue\s+in\s+issuesWithRemoteLinksByGlobalId\((.*)\)$/is.exec(condition) ?? []
  if (linked !== undefined) {
    const ids = listed(linked)
    return ({ links = [] }) => links.some(link => ids.includes(link))
  }
  const [, keys] = /^(?:issue|issuekey|key|id)\s*(?:in\s*\(([^)]*)\)|=\s*\S+)$/i.exec(condition) ?? []
  if (keys !== undefined || /^(?:issue|issuekey|key)\s*=/i.test(condition))
    return withKeys(keys === undefined ? [valueIn(condition)] : listed(keys), jira)
  const [, filter] = /^filter\s*=\s*(\d+)$/i.exec(condition) ?? []
  if (filter !== undefined) {
    const jql = jira.filters[filter]
    if (jql === undefined) throw new JqlError(`The value '${filter}' does not exist for the field 'filter'.`)
    const inner = new Set(foundBy(jql, jira))
    return issue => inner.has(issue)
  }
  const [, dated = '', days] = /^(created|resolutiondate|updated)\s*>=\s*-(\d+)d$/i.exec(condition) ?? []
  if (days !== undefined) {
    const since = Date.now() - Number(days) * 86_400_000
    return issue => Date.parse(textOf(issue, dated)) >= since
  }
  const [, words] = /^(?:text|summary)\s*~\s*(.+)$/i.exec(condition) ?? []
  if (words !== undefined) return ({ summary }) => summary.toLowerCase().includes(unquoted(words).toLowerCase())
  const [, field = ''] = /^(\w+)\s*=\s*[^=]+$/.exec(condition) ?? []
  if (field === '') throw new JqlError(`Error in the JQL Query: ${condition}`)
  const value = valueIn(condition).toLowerCase()
  if (field.toLowerCase() === 'project' && !jira.issues.some(({ key }) => projectOf(key) === value))
    throw new JqlError(`The value '${valueIn(condition)}' does not exist for the field 'project'.`)
  return issue => textOf(issue, field).toLowerCase() === value
}

function withKeys(keys: readonly string[], { issues, isLenient }: SearchedJira): (issue: FakeIssue) => boolean {
  const missing = keys.find(key => !issues.some(issue => issue.key === key))
  if (missing !== undefined && !isLenient)
    throw new JqlError(`An issue with key '${missing}' does not exist for field 'issuekey'.`)
  return ({ key }) => keys.includes(key)
}

const valueIn = (condition: string) => unquoted(condition.slice(condition.indexOf('=') + 1))
const unquoted = (text: string) => text.trim().replace(/^"(.*)"$/s, '$1')
const listed = (list: string) => list.split(',').map(unquoted)
const projectOf = (key: string) => key.replace(/-\d+$/, '').toLowerCase()

/** A field's value as JQL compares it. */
function textOf(issue: FakeIssue, field: string): string {
  if (/^(?:issue)?key$/i.test(field)) return issue.key
  if (field.toLowerCase() === 'project') return projectOf(issue.key)
  if (field.toLowerCase() === 'summary') return issue.summary
  const value: unknown =
    field.toLowerCase() === 'status' ? issue.status : field === 'issuetype' ? issue.issuetype : issue.fields?.[field]
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? String(value) : ''
  const named = value as { name?: string; displayName?: string; value?: string }
  return named.name ?? named.displayName ?? named.value ?? ''
}
