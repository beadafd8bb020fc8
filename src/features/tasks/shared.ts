/** Rows of a page of a report, where it does not say another number. */
export const REPORT_PAGE_SIZE = 10
/** Largest page of a report. */
export const MOST_ROWS = 500
/** Numbered links below a report. */
export const PAGE_LINKS = 7

export const TASKS_MACRO = 'tasks-report-macro'
/** The screen of one's own tasks, as the old product has it. */
export const MY_TASKS_PATH = '/plugins/inlinetasks/mytasks.action'

export const COLUMNS = ['duedate', 'description', 'assignee', 'location', 'completedate', 'labels'] as const
export type Column = (typeof COLUMNS)[number]
/** Columns of a report that does not choose them. */
export const DEFAULT_COLUMNS: readonly Column[] = ['description', 'duedate', 'assignee', 'location']
/** Every column but the description. */
export type SortColumn = Exclude<Column, 'description'>

/** Names that reports are sorted by in macros and in what the browser sends. */
const SORT_NAMES: ReadonlyMap<string, SortColumn> = new Map([
  ['due date', 'duedate'],
  ['page title', 'location'],
  ['assignee', 'assignee'],
  ['location', 'location'],
  ['completedate', 'completedate'],
  ['labels', 'labels'],
])

/**
 * The column that a name sorts by: `due date`, `page title`, `assignee` or the id of a column; any other name means
 * `duedate`.
 */
export function sortColumnOf(name: string | undefined): SortColumn {
  return SORT_NAMES.get(name?.trim().toLowerCase() ?? '') ?? 'duedate'
}

/** The columns that are named, each once, in their order; those of {@link DEFAULT_COLUMNS} where none is known. */
export function columnsOf(names: readonly string[]): readonly Column[] {
  const wanted = new Set(names.map(name => name.trim().toLowerCase().replace(/\s+/g, '')))
  const known = [...wanted].flatMap(name => COLUMNS.find(column => column === name) ?? [])
  return known.length > 0 ? known : DEFAULT_COLUMNS
}

/**
 * Indexes, from 0, of the pages that are linked below page `current` of `total`: at most {@link PAGE_LINKS} around it.
 */
export function linkedPages(current: number, total: number): number[] {
  const first = Math.max(0, Math.min(current - Math.floor(PAGE_LINKS / 2), total - PAGE_LINKS))
  return Array.from({ length: Math.min(PAGE_LINKS, total) }, (_, at) => first + at)
}

/**
 * Numbers of tasks that have left the report on each page before page `to`, when a reader goes there from page `from`.
 * Pages from `to` on are read anew, so their numbers do not count.
 * @param left numbers for the pages before `from`
 * @param leftHere tasks that have left the report on page `from` while it was shown
 */
export function leftAfter(left: readonly number[], { from, to }: { from: number; to: number }, leftHere: number) {
  if (to <= from) return left.slice(0, to)
  const before = Array.from({ length: from }, (_, page) => left[page] ?? 0)
  return [...before, leftHere]
}

/** The part of a report's query that keeps the next page from skipping tasks. */
export function leftBefore(left: readonly number[]): { leftBefore?: number } {
  const sum = left.reduce((total, number) => total + number, 0)
  return sum === 0 ? {} : { leftBefore: sum }
}

/** Rows of a page of one's own tasks. */
export const MY_TASKS_AT_ONCE = 25

/** Content of the screen of the user's own tasks. */
export interface MyTasksView {
  list: 'assigned' | 'created'
  status: 'incomplete' | 'complete'
  /** A part of the description. */
  text: string
  pageIndex: number
  /** Tasks that have left each earlier page, see {@link leftAfter}. */
  left: readonly number[]
}
export const FIRST_VIEW: MyTasksView = { list: 'assigned', status: 'incomplete', text: '', pageIndex: 0, left: [] }

/** The call's query for a view: the server answers it with the document, the browser when the view changes. */
export function myTasksQuery({ list, status, text, pageIndex, left }: MyTasksView) {
  const mine = ['currentUser()']
  const parameters = {
    status,
    ...(list === 'assigned' ? { assignees: mine } : { creators: mine }),
    ...(text === '' ? {} : { text }),
  }
  const page = { pageIndex, pageSize: MY_TASKS_AT_ONCE, ...leftBefore(left) }
  return { ...page, reportParameters: JSON.stringify(parameters) }
}

/** The part of a page's view that says that the reader has tasks on it and was not shown where they find them. */
export const TASKS_FLAG = 'inline-tasks-flag'
/** The hint at one's own tasks. */
export const TASKS_HINT = {
  pluginKey: 'com.atlassian.confluence.plugins.confluence-inline-tasks',
  featureKey: TASKS_FLAG,
} as const
