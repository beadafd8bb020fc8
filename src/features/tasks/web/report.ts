import { call } from '#platform/web/api.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { track } from '#platform/web/tracking.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { IslandContext } from '#features/content/web/index.ts'
import { taskReport, type ReportParameters, type TaskReport } from '../contract.ts'
import { emptyOf, EMPTY_TEXTS, pagesOf, rowsOf, type Pen } from '../report-table.ts'
import { columnsOf, leftAfter, leftBefore, REPORT_PAGE_SIZE, sortColumnOf, type SortColumn } from '../shared.ts'
import { leftOf } from './left.ts'
import { saves } from './saves.ts'
import taskList from './task-list.ts'

const SORT_FAILED = "We can't sort your tasks right now. Refresh the page to try again."

/** Names by which the call is asked to sort, where they are not the column's own. */
const SORT_NAMES: Partial<Record<SortColumn, string>> = {
  duedate: 'due date',
  location: 'page title',
  assignee: 'assignee',
}

/** Sorts and pages a task report by the call. Returns a cleanup function. */
export default function report(root: HTMLElement, context: IslandContext): () => void {
  const shown = new Report(root, context)
  return () => shown.end()
}

/** A report in the document. Its parameters are in its hidden field; its page, in `data-current-page`. */
class Report {
  readonly #root: HTMLElement
  readonly #context: IslandContext
  readonly #ended = new AbortController()
  /** Cleans up after the tasks that came with the last answer. */
  #endRows: (() => void)[] = []
  /** Tasks that have left each page before the one that is shown. */
  #left: readonly number[] = []

  constructor(root: HTMLElement, context: IslandContext) {
    this.#root = root
    this.#context = context
    root.addEventListener('click', event => this.#clicked(event), { signal: this.#ended.signal })
    const unsubscribe = saves.subscribe(() => this.#lockPages(saves.get() > 0))
    this.#ended.signal.addEventListener('abort', unsubscribe)
  }

  end(): void {
    this.#ended.abort()
    for (const end of this.#endRows) end()
  }

  get #table(): HTMLTableElement | null {
    return this.#root.querySelector('table')
  }

  get #field(): HTMLInputElement | null {
    return this.#root.querySelector('input[name="reportParameters"]')
  }

  #parameters(): ReportParameters {
    return JSON.parse(this.#field?.value ?? '{}') as ReportParameters
  }

  #clicked(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return
    const link = event.target.closest<HTMLElement>('a[data-page]')
    const column = event.target.closest<HTMLElement>('th[data-column-name]')?.dataset['columnName']
    if (link) {
      event.preventDefault()
      if (link.ariaDisabled !== 'true') void this.#page(Number(link.dataset['page']), link)
    } else if (event.target.closest('th button') && column) void this.#sort(sortColumnOf(column))
  }

  async #sort(column: SortColumn): Promise<void> {
    const table = this.#table
    if (!table || table.ariaBusy === 'true') return
    const before = this.#parameters()
    const isSame = sortColumnOf(before.sortColumn ?? undefined) === column
    const reverseSort = isSame && before.reverseSort !== true
    const parameters = { ...before, sortColumn: SORT_NAMES[column] ?? column, reverseSort }
    table.ariaBusy = 'true'
    const blanket = table.closest('.tasks-report-body')?.appendChild(element('div', { class: 'tasks-report-blanket' }))
    try {
      this.#show(await this.#ask(this.#currentPage, parameters))
      this.#left = []
      track('confluence.task-report.sort', { column, isReverse: reverseSort })
      if (this.#field) this.#field.value = JSON.stringify(parameters)
      this.#markSorted(column, reverseSort)
    } catch {
      if (!this.#ended.signal.aborted) showToast({ kind: 'error', title: t(SORT_FAILED) })
    } finally {
      table.ariaBusy = null
      blanket?.remove()
    }
  }

  #markSorted(column: SortColumn, isReverse: boolean): void {
    for (const head of this.#root.querySelectorAll<HTMLElement>('th[data-column-name]'))
      head.ariaSort = head.dataset['columnName'] === column ? (isReverse ? 'descending' : 'ascending') : null
  }

  async #page(index: number, link: HTMLElement): Promise<void> {
    const place = link.closest('li')?.className ?? ''
    this.#lockPages(true)
    try {
      const { status = 'incomplete' } = this.#parameters()
      let left = leftAfter(this.#left, { from: this.#currentPage, to: index }, leftOf(this.#root, status))
      let answer = await this.#ask(index, this.#parameters(), left)
      // Tasks may have gone meanwhile, and with them the last page.
      if (answer.detailLines.length === 0 && index > 0) {
        left = []
        answer = await this.#ask(Math.max(0, answer.totalPages - 1), this.#parameters())
      }
      this.#show(answer)
      this.#left = left
      track('confluence.task-report.page', { page: answer.currentPage })
      const next = this.#root.querySelector<HTMLElement>(`li.${place} > a`) ?? this.#root.querySelector('a[data-page]')
      next?.focus({ preventScroll: true })
    } catch {
      // The old page stays, and its links work again.
    } finally {
      this.#lockPages(saves.get() > 0)
    }
  }

  #lockPages(isLocked: boolean): void {
    for (const link of this.#root.querySelectorAll<HTMLElement>('a[data-page]'))
      link.ariaDisabled = isLocked ? 'true' : null
  }

  get #currentPage(): number {
    return Number(this.#root.dataset['currentPage'] ?? 0)
  }

  #ask(pageIndex: number, parameters: ReportParameters, left: readonly number[] = []): Promise<TaskReport> {
    const pageSize = Number(this.#root.dataset['pageSize'] ?? REPORT_PAGE_SIZE)
    const query = { pageIndex, pageSize, ...leftBefore(left), reportParameters: JSON.stringify(parameters) }
    return call(taskReport, { query }, { signal: this.#ended.signal })
  }

  /** Shows the rows of an answer and its pages. */
  #show(answer: TaskReport): void {
    const { columns = [], status = 'incomplete' } = this.#parameters()
    for (const end of this.#endRows) end()
    this.#endRows = []
    if (answer.currentPage === 0 && answer.totalPages === 0) {
      this.#root.replaceChildren(emptyOf(element, { t }, EMPTY_TEXTS[status]))
      return
    }
    const lines = answer.detailLines.map(({ taskHtml, ...line }) => ({ ...line, task: fromHtml(taskHtml) }))
    this.#table?.tBodies[0]?.replaceChildren(...rowsOf(element, { t, locale: locale() }, columnsOf(columns), lines))
    this.#root.dataset['currentPage'] = String(answer.currentPage)
    this.#root.querySelector('.tasks-report-pages')?.remove()
    const pages = pagesOf(element, { t }, answer)
    if (pages) this.#root.append(pages)
    for (const list of this.#root.querySelectorAll<HTMLElement>('ul.inline-task-list'))
      this.#endRows.push(taskList(list, this.#context))
  }
}

const element: Pen<Element> = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children.filter(child => child !== undefined))
  return made
}

/** The one element of HTML that the server has rendered. */
function fromHtml(html: string): Element {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild ?? document.createElement('span')
}
