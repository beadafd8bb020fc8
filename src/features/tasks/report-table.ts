/** How a report is drawn: by the server into the page, and by the browser when it is sorted and paged. */
import type { Translate } from '#platform/texts.ts'
import type { DetailLine, TaskReport } from './contract.ts'
import { linkedPages, type Column, type SortColumn } from './shared.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

/** Makes elements, either HTML of the page language or elements of the document. Strings are text. */
export type Pen<Node> = (
  name: string,
  attributes: Attributes,
  ...children: readonly (Node | string | undefined)[]
) => Node

/** A line with its description as the pen's side has it. */
export type ShownLine<Node> = Omit<DetailLine, 'taskHtml'> & { task: Node }

export interface ReportWords {
  t: Translate
  /** BCP 47 tag. */
  locale: string
}

export interface Sorting {
  column: SortColumn
  reverse: boolean
}

export const REPORT_TITLE = 'Task report'
export const EMPTY_TEXTS = {
  incomplete: 'Looking good, no incomplete tasks.',
  complete: 'Get going, no tasks completed yet.',
} as const
/** Of a report that has no task of either status. */
export const NO_TASKS = 'Create a task list in a Confluence page to keep track of things you need to do.'
export const NO_COMPLETION_DATE = "A completion date wasn't recorded for this task"

const HEADINGS: Readonly<Record<Column, string>> = {
  duedate: 'Due date',
  description: 'Description',
  assignee: 'Assignee',
  location: 'Task appears on',
  completedate: 'Completed on',
  labels: 'Labels',
}

/** The table with its header; every column but the description sorts. */
export function tableOf<Node>(
  pen: Pen<Node>,
  { t, locale }: ReportWords,
  columns: readonly Column[],
  sorting: Sorting,
  lines: readonly ShownLine<Node>[],
): Node {
  const head = columns.map(column => {
    const heading = t(HEADINGS[column])
    const attributes = { scope: 'col', 'data-column-name': column }
    if (column === 'description') return pen('th', attributes, heading)
    const sorted = column === sorting.column ? (sorting.reverse ? 'descending' : 'ascending') : undefined
    return pen('th', { ...attributes, 'aria-sort': sorted }, pen('button', { type: 'button' }, heading))
  })
  return pen(
    'table',
    { class: 'tasks-report-table' },
    pen('thead', {}, pen('tr', {}, ...head)),
    pen('tbody', {}, ...rowsOf(pen, { t, locale }, columns, lines)),
  )
}

/** The rows of the table. */
export function rowsOf<Node>(
  pen: Pen<Node>,
  words: ReportWords,
  columns: readonly Column[],
  lines: readonly ShownLine<Node>[],
): Node[] {
  return lines.map(line =>
    pen(
      'tr',
      {},
      ...columns.map(column => pen('td', { class: `tasks-report-${column}` }, ...cellOf(pen, words, column, line))),
    ),
  )
}

/** Name of the assignee, linked for who may view profiles. */
function assignee<Node>(
  pen: Pen<Node>,
  { assigneeUserName: username, assigneeFullName: name }: ShownLine<Node>,
): (Node | string)[] {
  if (username === null) return name === null ? [] : [name]
  const href = `/display/~${encodeURIComponent(username)}`
  return [pen('a', { class: 'confluence-userlink', href }, name ?? username)]
}

function cellOf<Node>(
  pen: Pen<Node>,
  { t, locale }: ReportWords,
  column: Column,
  line: ShownLine<Node>,
): (Node | string | undefined)[] {
  const day = (date: string) => pen('time', { datetime: date }, dayText(date, locale))
  switch (column) {
    case 'duedate':
      return [line.dueDate === null ? undefined : day(line.dueDate)]
    case 'description':
      return [line.task]
    case 'assignee':
      return assignee(pen, line)
    case 'location':
      return [pen('a', { href: line.pageUrl }, line.pageTitle)]
    case 'completedate':
      if (line.completeDate !== null) return [day(line.completeDate)]
      return line.taskCompleted
        ? [
            pen(
              'span',
              { class: 'no-completion-date', title: t(NO_COMPLETION_DATE) },
              pen('span', { 'aria-hidden': 'true' }, '–'),
            ),
            pen('span', { class: 'ox-visually-hidden' }, t(NO_COMPLETION_DATE)),
          ]
        : []
    case 'labels':
      return [
        pen(
          'ul',
          { class: 'tasks-report-label-list' },
          ...line.labels.map(label =>
            pen(
              'li',
              {},
              pen('a', { href: `/label/${encodeURIComponent(label)}`, class: 'tasks-report-label' }, label),
            ),
          ),
        ),
      ]
  }
}

/** `YYYY-MM-DD` in the reader's language, e.g. `5 Jan 2024`. */
export function dayText(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date))
}

/** Prev, numbered pages and Next; undefined for a single page. */
export function pagesOf<Node>(
  pen: Pen<Node>,
  { t }: Pick<ReportWords, 't'>,
  { currentPage, totalPages, adaptive }: Pick<TaskReport, 'currentPage' | 'totalPages' | 'adaptive'>,
): Node | undefined {
  if (totalPages < 2) return undefined
  const link = (to: number, text: string, label?: string) =>
    pen('a', { href: '#', 'data-page': String(to), 'aria-label': label }, text)
  const end = (css: string, isOn: boolean, to: number, text: string) =>
    pen('li', { class: css }, isOn ? link(to, text) : pen('span', { 'aria-disabled': 'true' }, text))
  const isLast = currentPage >= totalPages - 1
  return pen(
    'nav',
    { class: 'tasks-report-pages', 'aria-label': t('Pages of the task report') },
    pen(
      'ol',
      {},
      end('tasks-report-prev', currentPage > 0, currentPage - 1, t('Prev')),
      ...linkedPages(currentPage, totalPages).map(page => {
        const number = String(page + 1)
        return page === currentPage
          ? pen('li', { class: 'tasks-report-page' }, pen('span', { 'aria-current': 'page' }, number))
          : pen('li', { class: 'tasks-report-page' }, link(page, number, t('Page {{number}}', { number })))
      }),
      end('tasks-report-next', !isLast || adaptive, currentPage + 1, t('Next')),
    ),
  )
}

/** Text in place of a table without tasks. */
export function emptyOf<Node>(pen: Pen<Node>, { t }: Pick<ReportWords, 't'>, text: string): Node {
  return pen(
    'div',
    { class: 'blank-experience tasks-report-empty' },
    pen('p', {}, pen('strong', {}, t(REPORT_TITLE))),
    pen('p', {}, t(text)),
  )
}
