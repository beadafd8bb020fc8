import { h, type Html } from '#language/index.ts'
import type { IssueColumn } from '../columns.ts'
import { iconOf, keyLink, statusOf, type IssueItem, type Pen } from '../draw.ts'
import { issueAddress, type JiraAccess } from './access.ts'
import type { FoundIssue } from './search.ts'

/** Characters of one cell. */
const MOST_TEXT = 500
const MOST_DEPTH = 20

/** Makes HTML of the page language. */
export const pen: Pen<Html> = (name, attributes, ...children) => h(name, attributes, ...children)

/** An issue as a line shows it. */
export function itemOf({ application }: JiraAccess, { key, fields }: FoundIssue): IssueItem {
  const { issuetype, status, resolution } = fields
  const category = partOf(status, 'statusCategory')
  return {
    key,
    summary: textOf(fields['summary']),
    type: { name: nameOf(issuetype), iconUrl: stringOf(issuetype, 'iconUrl') },
    status: {
      name: nameOf(status),
      iconUrl: stringOf(status, 'iconUrl'),
      colour: stringOf(category, 'colorName'),
    },
    resolution: { id: stringOf(resolution, 'id') || '-1', name: nameOf(resolution) || 'Unresolved' },
    link: issueAddress(application, key),
  }
}

/** The cells of an issue's row. */
export function cellsOf(
  access: JiraAccess,
  issue: FoundIssue,
  columns: readonly IssueColumn[],
): (Html | string | undefined)[] {
  const item = itemOf(access, issue)
  return columns.map(({ field }) => cellOf(access, item, field, issue.fields[field]))
}

function cellOf(access: JiraAccess, item: IssueItem, field: string, value: unknown): Html | string | undefined {
  switch (field) {
    case 'issuekey':
      return keyLink(pen, item.link, item.key)
    case 'summary':
      return pen('a', { href: item.link }, item.summary)
    case 'issuetype':
      return iconOf(pen, item.type) ?? item.type.name
    case 'priority':
      return iconOf(pen, { name: nameOf(value), iconUrl: stringOf(value, 'iconUrl') }) ?? nameOf(value)
    case 'status':
      return item.status.name === '' ? undefined : statusOf(pen, item.status)
    case 'resolution':
      return item.resolution.name
    case 'parent': {
      const key = stringOf(value, 'key')
      return key === '' ? undefined : keyLink(pen, issueAddress(access.application, key), key)
    }
    default: {
      const day = typeof value === 'string' ? dayOf(value) : undefined
      return day === undefined ? textOf(value) : pen('time', { datetime: String(value) }, day)
    }
  }
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The day of a date of Jira as it writes days, `dd/MMM/yy`; undefined for other texts. */
export function dayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] =
    /^\d\d(\d\d)-(\d\d)-(\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d))?$/.exec(text) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? undefined : `${day}/${name}/${year}`
}

/** A value of a field as text: of a list, all its entries. */
export function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return cut(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return ''
  if (Array.isArray(value)) {
    const texts = value.slice(0, 100).map(each => textOf(each, depth + 1))
    return cut(texts.filter(text => text !== '').join(', '))
  }
  if ('type' in value && 'content' in value) return cut(documentText(value, depth))
  for (const name of ['displayName', 'name', 'value', 'key', 'votes', 'watchCount', 'total', 'text']) {
    const part = partOf(value, name)
    if (typeof part === 'string' || typeof part === 'number') return cut(String(part))
  }
  const linked = partOf(value, 'outwardIssue') ?? partOf(value, 'inwardIssue')
  return linked === undefined ? '' : textOf(partOf(linked, 'key'))
}

/** The text of an Atlassian document, which Jira Cloud has for descriptions. */
function documentText(node: unknown, depth: number): string {
  if (depth > MOST_DEPTH) return ''
  const text = partOf(node, 'text')
  if (typeof text === 'string') return text
  const content = partOf(node, 'content')
  if (!Array.isArray(content)) return ''
  const isBlock = partOf(node, 'type') !== 'paragraph'
  return content.map(each => documentText(each, depth + 1)).join(isBlock ? ' ' : '')
}

function cut(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}

/** The name of a type, status or the like. */
export function nameOf(value: unknown): string {
  return textOf(partOf(value, 'name'))
}

function stringOf(value: unknown, name: string): string {
  const part = partOf(value, name)
  return typeof part === 'string' ? part.slice(0, 2000) : ''
}

function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}
