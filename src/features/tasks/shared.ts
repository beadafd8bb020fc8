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

/** Rows of a page of one's own tasks. */
export const MY_TASKS_AT_ONCE = 25

/** What the screen of one's own tasks shows. */
export interface MyTasksView {
  list: 'assigned' | 'created'
  status: 'incomplete' | 'complete'
  /** A part of the description. */
  text: string
  pageIndex: number
}
export const FIRST_VIEW: MyTasksView = { list: 'assigned', status: 'incomplete', text: '', pageIndex: 0 }

/** The call's query for a view: the server answers it with the document, the browser when the view changes. */
export function myTasksQuery({ list, status, text, pageIndex }: MyTasksView) {
  const mine = ['currentUser()']
  const parameters = {
    status,
    ...(list === 'assigned' ? { assignees: mine } : { creators: mine }),
    ...(text === '' ? {} : { text }),
  }
  return { pageIndex, pageSize: MY_TASKS_AT_ONCE, reportParameters: JSON.stringify(parameters) }
}

/** The part of a page's view that says that the reader has tasks on it and was not shown where they find them. */
export const TASKS_FLAG = 'inline-tasks-flag'
/** The hint at one's own tasks. */
export const TASKS_HINT = {
  pluginKey: 'com.atlassian.confluence.plugins.confluence-inline-tasks',
  featureKey: TASKS_FLAG,
} as const
