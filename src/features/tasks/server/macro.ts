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
  type RenderContext,
} from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Context } from '#platform/server/context.ts'
import { contextOf } from '#features/content/server/index.ts'
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

/**
 * The task report: its first page is in the document, drawn for its reader. The browser sorts and pages it by the call,
 * with the parameters in the hidden field.
 */
export const tasksReportMacro = defineMacro({
  name: TASKS_MACRO,
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    status: { type: 'enum', values: ['incomplete', 'complete'], default: 'incomplete' },
    reverseSort: { type: 'boolean' },
    sortBy: { type: 'string', default: 'due date', maxLength: 50 },
    columns: { type: 'string', maxLength: 500 },
    pageSize: { type: 'integer', default: REPORT_PAGE_SIZE, min: 1, max: MOST_ROWS },
  },
  async render(call, context) {
    context.depends.volatile()
    context.depends.perUser()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    if (ctx.viewer.userId === null) return warning(call, t(PROBLEMS), [t(SIGN_IN)])
    const { status, reverseSort, sortBy, columns, pageSize } = call.parameters
    const parameters: ReportParameters = {
      ...namedIn(call.invocation, context.page.spaceKey),
      columns: [...columnsOf((columns ?? '').split(','))],
      status: status === 'complete' ? 'complete' : 'incomplete',
      sortColumn: sortBy,
      reverseSort,
    }
    if (!isChosen(parameters)) return warning(call, t(NOT_CHOSEN), [])
    const asked = await askedReport(ctx, parameters)
    if (asked.problems.length > 0)
      return warning(
        call,
        t(PROBLEMS),
        asked.problems.map(problem => translated(t, problem)),
      )
    const page = await reportPage(ctx, asked, { pageIndex: 0, pageSize })
    if (page.lines.length === 0) return call.root('div', {}, await empty(ctx, asked))
    return drawn(call, context, { parameters, page, pageSize, sortBy })
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
function namedIn(invocation: MacroInvocation, ownSpace: string): Partial<ReportParameters> {
  const { parameters } = invocation
  const both = listed(parameters['spaceAndPage'])
  const ofKind = (kind: string) =>
    both.flatMap(name => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : []))
  const spaces = [...listed(parameters['spaces']), ...ofKind('space'), ...resourcesIn(invocation, 'spaces')]
  const dates = {
    createddateFrom: parameters['createddateFrom'],
    createddateTo: parameters['createddateTo'],
    duedateFrom: parameters['duedateFrom'],
    duedateTo: parameters['duedateTo'],
  }
  return {
    spaces: spaces.map(name => (/^(?:@self|currentSpace\(\))$/i.test(name) ? ownSpace : name)).slice(0, MOST_NAMES),
    pages: [...listed(parameters['pages']), ...ofKind('page'), ...resourcesIn(invocation, 'pages')].slice(
      0,
      MOST_NAMES,
    ),
    labels: listed(parameters['labels']),
    assignees: [...listed(parameters['assignees']), ...resourcesIn(invocation, 'assignees')].slice(0, MOST_NAMES),
    creators: [...listed(parameters['creators']), ...resourcesIn(invocation, 'creators')].slice(0, MOST_NAMES),
    ...Object.fromEntries(
      Object.entries(dates).flatMap(([name, date]) => (date?.trim() ? [[name, date.trim().slice(0, 30)]] : [])),
    ),
  }
}

function listed(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map(name => name.trim().slice(0, 255))
    .filter(name => name !== '')
    .slice(0, MOST_NAMES)
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
