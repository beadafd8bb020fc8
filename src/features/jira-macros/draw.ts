/** How issues are drawn: by the server into the page, and by the browser when it has asked for them. */
import type { Translate } from '#platform/texts.ts'
import type { IssueColumn } from './columns.ts'
import { APPROVE, AUTHENTICATE, TABLE_HEIGHT, TO_RETRIEVE } from './shared.ts'

/** Makes elements, either HTML of the page language or elements of the document. Strings are text. */
export type Pen<Node> = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly (Node | string | undefined)[]
) => Node

/** An issue as a line shows it. */
export interface IssueItem {
  readonly key: string
  readonly summary: string
  readonly type: { readonly name: string; readonly iconUrl: string }
  readonly status: { readonly name: string; readonly iconUrl: string; readonly colour: string }
  /** Id -1 means open. */
  readonly resolution: { readonly id: string; readonly name: string }
  readonly link: string
}

/** Colours of lozenges by the colours of Jira's categories of statuses. */
const LOZENGES: Readonly<Record<string, string>> = {
  green: 'status-lozenge-green',
  yellow: 'status-lozenge-yellow',
  'blue-gray': 'status-lozenge-medium-gray',
}

/** The parts of an issue in a line of text. */
export function issueParts<Node>(pen: Pen<Node>, issue: IssueItem, showSummary: boolean): (Node | string)[] {
  return [
    keyLink(pen, issue.link, issue.key, [iconOf(pen, issue.type), issue.key]),
    ...(showSummary && issue.summary !== '' ? [' - ', pen('span', { class: 'summary' }, issue.summary)] : []),
    ...(issue.status.name === '' ? [] : [' ', statusOf(pen, issue.status)]),
  ]
}

/** The link of an issue that was not loaded, or only its key where its address is not known. */
export function keyLink<Node>(
  pen: Pen<Node>,
  link: string | undefined,
  key: string,
  children: readonly (Node | string | undefined)[] = [key],
): Node {
  return link === undefined
    ? pen('span', { class: 'jira-issue-key' }, ...children)
    : pen('a', { class: 'jira-issue-key', href: link }, ...children)
}

/** The icon of a type or priority. */
export function iconOf<Node>(pen: Pen<Node>, { name, iconUrl }: IssueItem['type']): Node | undefined {
  if (iconUrl === '') return undefined
  return pen('img', { class: 'jira-icon', src: iconUrl, alt: name, title: name, width: '16', height: '16' })
}

export function statusOf<Node>(pen: Pen<Node>, { name, colour }: IssueItem['status']): Node {
  const className = `status-macro aui-lozenge ${LOZENGES[colour] ?? 'status-lozenge-medium-gray'} jira-status`
  return pen('span', { class: className, title: name }, name)
}

/** Beside an issue that a user sees after approving that the wiki asks Jira with their rights. */
export function authenticate<Node>(pen: Pen<Node>, t: Translate, address: string): Node {
  return pen('a', { class: 'jira-authenticate', href: address }, t(AUTHENTICATE))
}

/** In place of issues, or below those that everyone may see. */
export function approval<Node>(pen: Pen<Node>, t: Translate, address: string): Node {
  const link = pen('a', { class: 'jira-authenticate', href: address }, t(APPROVE))
  return pen('p', { class: 'jira-approval' }, link, ` ${t(TO_RETRIEVE)}`)
}

/** A message in a frame. */
export function framed<Node>(pen: Pen<Node>, message: string, name = 'div'): Node {
  return pen(name, { class: 'error jira-message', role: 'note' }, pen(name === 'div' ? 'p' : 'span', {}, message))
}

/** Rows are at least so high, pixels. */
const ROW_HEIGHT = 36

/** Height of a table whose rows are not known yet: that of all rows it may have, up to the usual height. */
export function reservedHeight(rows: number): number {
  return Math.min(TABLE_HEIGHT, (rows + 1) * ROW_HEIGHT)
}

/** The table with its columns as wide as each needs. `rows` are the cells of each issue. */
export function tableOf<Node>(
  pen: Pen<Node>,
  t: Translate,
  columns: readonly IssueColumn[],
  rows: readonly (readonly (Node | string | undefined)[])[],
): Node {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const isWide = columns.some(column => column.isWide)
  return pen(
    'table',
    { class: 'jira-issues-table', style: isWide ? `width: 100%; min-width: ${width}px` : `width: ${width}px` },
    pen(
      'colgroup',
      {},
      ...columns.map(column => pen('col', column.isWide ? {} : { style: `width: ${column.width}px` })),
    ),
    pen('thead', {}, pen('tr', {}, ...columns.map(column => headingOf(pen, t, column)))),
    pen('tbody', {}, ...rows.map(cells => rowOf(pen, columns, cells))),
  )
}

function headingOf<Node>(pen: Pen<Node>, t: Translate, { field, heading, short, order }: IssueColumn): Node {
  const whole = t(heading)
  const attributes = { scope: 'col', 'data-field': field, 'data-order': order }
  return short === undefined
    ? pen('th', attributes, whole)
    : pen('th', attributes, pen('abbr', { title: whole }, t(short)))
}

export function rowOf<Node>(
  pen: Pen<Node>,
  columns: readonly IssueColumn[],
  cells: readonly (Node | string | undefined)[],
): Node {
  return pen('tr', {}, ...columns.map(({ field }, index) => pen('td', { class: cellClass(field) }, cells[index])))
}

export function cellClass(field: string): string {
  return `jira-cell-${field.toLowerCase().replace(/[^a-z0-9_]/g, '-')}`
}
