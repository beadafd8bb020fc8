import { translated } from '#platform/error-text.ts'
import {
  childElements,
  defineMacro,
  h,
  referenceOf,
  walkElements,
  type Html,
  type MacroCall,
  type MacroInvocation,
  type ParameterSchema,
  type RenderContext,
  type ValuesOf,
} from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Context } from '#platform/server/context.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import type { ReportParameters } from '../contract.ts'
import { emptyOf, EMPTY_TEXTS, NO_TASKS, pagesOf, tableOf, type Pen } from '../report-table.ts'
import { columnsOf, MOST_ROWS, REPORT_PAGE_SIZE, sortColumnOf, TASKS_MACRO } from '../shared.ts'
import { askedReport, isChosen, type AskedReport } from './parameters.ts'
import { reportPage, type ReportPage } from './report.ts'
import { reportedIds } from './store/report.ts'

/** Introduces the errors, each in a separate line. */
const PROBLEMS = 'Unable to show this task report.'
/** Says that the macro does not choose any tasks. */
const NOT_CHOSEN = 'Unable to show the task report. Edit this page to resolve the issues.'
const SIGN_IN = 'Log in to see the tasks of this report.'

/** Names in one parameter at most. */
const MOST_NAMES = 100

const users = { type: 'user', help: 'User names or currentUser().', list: 'commas' } as const
const spaceAndPage = { type: 'text', list: 'commas' } as const

const parameters = {
  spaces: { type: 'space', label: 'Spaces', help: 'Keys, @self or @all.', list: 'commas' },
  pages: { ...spaceAndPage, label: 'Pages', help: 'Ids.' },
  spaceAndPage: { ...spaceAndPage, label: 'Spaces and pages', help: 'In the form space:KEY,page:ID.' },
  labels: { type: 'label', label: 'Labels', help: 'Only tasks on pages with one of them.', list: 'commas' },
  assignees: { ...users, label: 'Assigned to' },
  creators: { ...users, label: 'Created by' },
  createddateFrom: { type: 'date', label: 'Created from' },
  createddateTo: { type: 'date', label: 'Created until' },
  duedateFrom: { type: 'date', label: 'Due from' },
  duedateTo: { type: 'date', label: 'Due until' },
  status: { type: 'enum', label: 'Status', values: ['incomplete', 'complete'], default: 'incomplete' },
  columns: {
    type: 'text',
    label: 'Columns',
    help: 'duedate, description, assignee, location, completedate or labels. Default: the first four.',
    list: 'commas',
    maxLength: 500,
  },
  sortBy: {
    type: 'text',
    label: 'Sort by',
    help: 'due date, page title, assignee or the name of a column.',
    default: 'due date',
    maxLength: 50,
  },
  reverseSort: { type: 'boolean', label: 'Reverse order' },
  pageSize: { type: 'number', label: 'Rows', default: REPORT_PAGE_SIZE, min: 1, max: MOST_ROWS },
} as const satisfies ParameterSchema

/**
 * The task report: its first page is in the document, drawn for its reader. The browser sorts and pages it by the call,
 * with the parameters in the hidden field.
 */
export const tasksReportMacro = defineMacro({
  name: TASKS_MACRO,
  title: 'Task report',
  description: 'Tasks of many pages, as a table. Name at least spaces, pages, labels or users.',
  category: 'reporting',
  insert: { keywords: 'tasks to do list assigned due action items', parameters: { spaces: '@self' } },
  body: 'none',
  lists: true,
  output: 'block',
  parameters,
  async render(call, context) {
    context.depends.volatile()
    context.depends.perUser()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    if (ctx.viewer.userId === null) return warning(call, t(PROBLEMS), [t(SIGN_IN)])
    const { status, reverseSort, sortBy, columns, pageSize } = call.parameters
    const wanted: ReportParameters = {
      ...namedIn(call, context.page.spaceKey),
      columns: [...columnsOf(columns)],
      status: status === 'complete' ? 'complete' : 'incomplete',
      sortColumn: sortBy,
      reverseSort,
    }
    if (!isChosen(wanted)) return warning(call, t(NOT_CHOSEN), [])
    const asked = await askedReport(ctx, wanted)
    if (asked.problems.length > 0)
      return warning(
        call,
        t(PROBLEMS),
        asked.problems.map(problem => translated(t, problem)),
      )
    const page = await reportPage(ctx, asked, { pageIndex: 0, pageSize })
    if (page.lines.length === 0) return call.root('div', {}, await empty(ctx, asked))
    return drawn(call, context, { parameters: wanted, page, pageSize, sortBy })
  },
})

const penOf =
  (context: RenderContext): Pen<Html> =>
  (name, { href, ...attributes }, ...children) =>
    h(name, { ...attributes, href: href?.startsWith('/') ? context.url(href) : href }, ...children)

interface DrawnReport {
  parameters: ReportParameters
  page: ReportPage
  pageSize: number
  sortBy: string
}

function drawn(
  call: MacroCall<unknown>,
  context: RenderContext,
  { parameters, page, pageSize, sortBy }: DrawnReport,
): Html {
  const reader = readerOf(contextOf(context))
  const pen = penOf(context)
  const columns = columnsOf(parameters.columns ?? [])
  const sorting = { column: sortColumnOf(sortBy), reverse: parameters.reverseSort ?? false }
  return call.root(
    'div',
    { class: 'tasks-report', 'data-page-size': pageSize, 'data-current-page': 0 },
    h('input', { type: 'hidden', name: 'reportParameters', value: JSON.stringify(parameters) }),
    h(
      'div',
      { class: 'tasks-report-body' },
      h('div', { class: 'table-wrap' }, tableOf(pen, reader, columns, sorting, page.lines)),
    ),
    pagesOf(pen, reader, page),
  )
}

/** The text of the status; of a report without a task of either status, how to make one. */
async function empty(ctx: Context, { filter, order }: AskedReport): Promise<Html> {
  const status = filter.status === 'complete' ? 'incomplete' : 'complete'
  const others = await reportedIds(ctx, { ...filter, status }, order, { offset: 0, limit: 1 })
  const pen: Pen<Html> = (name, attributes, ...children) => h(name, attributes, ...children)
  return emptyOf(pen, readerOf(ctx), others.length > 0 ? EMPTY_TEXTS[filter.status] : NO_TASKS)
}

function warning(call: MacroCall<unknown>, text: string, messages: readonly string[]): Html {
  return call.root(
    'div',
    { class: 'warning tasks-report-warning', role: 'note' },
    h('p', {}, text),
    messages.length > 0 ? h('ul', {}, ...messages.map(message => h('li', {}, message))) : undefined,
  )
}

/** The targets that the macro's parameters name. `spaceAndPage` is `space:KEY,page:ID`, what its form writes. */
function namedIn(
  { parameters: p, invocation }: MacroCall<ValuesOf<typeof parameters>>,
  ownSpace: string,
): Partial<ReportParameters> {
  const ofKind = (kind: string) =>
    cut(p.spaceAndPage).flatMap(name => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : []))
  const spaces = [...cut(p.spaces), ...ofKind('space'), ...resourcesIn(invocation, 'spaces')]
  const { createddateFrom, createddateTo, duedateFrom, duedateTo } = p
  const dates = { createddateFrom, createddateTo, duedateFrom, duedateTo }
  return {
    spaces: spaces.map(name => (/^(?:@self|currentSpace\(\))$/i.test(name) ? ownSpace : name)).slice(0, MOST_NAMES),
    pages: [...cut(p.pages), ...ofKind('page'), ...resourcesIn(invocation, 'pages')].slice(0, MOST_NAMES),
    labels: cut(p.labels),
    assignees: [...cut(p.assignees), ...resourcesIn(invocation, 'assignees')].slice(0, MOST_NAMES),
    creators: [...cut(p.creators), ...resourcesIn(invocation, 'creators')].slice(0, MOST_NAMES),
    ...Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== undefined)),
  }
}

function cut(names: readonly string[]): string[] {
  return names.map(name => name.slice(0, 255))
}

/** Names of the resources in a parameter, of which there may be several: users, spaces, contents by id. */
function resourcesIn({ element }: MacroInvocation, parameter: string): string[] {
  const given = childElements(element).filter(
    item => item.name === 'ac:parameter' && item.attributes['ac:name'] === parameter,
  )
  return given.flatMap(item =>
    [...walkElements({ type: 'document', children: item.children })].flatMap(found => {
      const reference = referenceOf(found)
      if (reference?.kind === 'user') return reference.userKey ?? reference.username ?? []
      if (reference?.kind === 'space') return reference.spaceKey
      return reference?.kind === 'content-entity' ? reference.id : []
    }),
  )
}
