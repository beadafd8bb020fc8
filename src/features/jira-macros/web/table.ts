import { t } from '#platform/web/i18n.ts'
import { approval, cellClass, framed } from '../draw.ts'
import { NOT_LOADED, SEARCH_REFUSED, type TableState } from '../shared.ts'
import { inWindow } from './issues.ts'
import { pen } from './pen.ts'
import { RetrieveError, rowsOf, type RetrievedRows } from './retrieve.ts'

/** Loads, sorts and pages a table of issues. Returns a cleanup function. */
export default function table(root: HTMLElement): () => void {
  const shown = new IssueTable(root)
  return () => shown.end()
}

class IssueTable {
  readonly #root: HTMLElement
  readonly #state: TableState
  readonly #ended = new AbortController()
  #total = 0
  #page = 1
  #sort: { field: string; order: 'asc' | 'desc' } | undefined

  constructor(root: HTMLElement) {
    this.#root = root
    this.#state = JSON.parse(root.dataset['jiraTable'] ?? '{}') as TableState
    this.#makeSortable()
    if (this.#state.total === undefined) void this.#load(1)
    else this.#showPages(this.#state.total)
  }

  end(): void {
    this.#ended.abort()
  }

  get #table(): HTMLTableElement | null {
    return this.#root.querySelector('table')
  }

  async #load(page: number): Promise<void> {
    const { appId, jql, proof, columns, rows } = this.#state
    const table = this.#table
    table?.setAttribute('aria-busy', 'true')
    try {
      const sorted = this.#sort && { sortname: this.#sort.field, sortorder: this.#sort.order }
      const query = { jql, proof, columns, rp: rows, page, ...sorted }
      this.#show(await rowsOf(appId, query, this.#ended.signal))
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#fail(error)
    } finally {
      table?.removeAttribute('aria-busy')
    }
  }

  #show({ page, total, rows, trustedMessage }: RetrievedRows): void {
    this.#page = page
    this.#root.querySelector('.jira-message')?.remove()
    this.#table?.tBodies[0]?.replaceChildren(
      ...rows.map(({ cell }) => {
        const row = document.createElement('tr')
        row.append(...this.#state.columns.map((field, index) => cellOf(field, cell[index] ?? '')))
        return row
      }),
    )
    const frame = this.#root.querySelector<HTMLElement>('.jira-issues-frame')
    if (frame) {
      frame.style.height = ''
      frame.style.maxHeight = `${this.#state.height}px`
      frame.scrollTop = 0
    }
    this.#root.querySelector('.jira-approval')?.remove()
    if (trustedMessage !== null) this.#root.append(inWindow(fromHtml(trustedMessage)))
    delete this.#root.dataset['jiraWaiting']
    this.#showPages(total)
  }

  /** The number of issues, and the way to further pages. */
  #showPages(total: number): void {
    this.#total = total
    const link = this.#root.querySelector('.jira-issues-total')
    if (link) link.textContent = t('{{count}} issues', { count: total })
    this.#root.querySelector('.jira-issues-pages')?.remove()
    const { rows } = this.#state
    if (total <= rows) return
    const from = (this.#page - 1) * rows + 1
    const to = Math.min(this.#page * rows, total)
    const pages = pen(
      'nav',
      { class: 'jira-issues-pages', 'aria-label': t('Pages of issues') },
      this.#pageButton(this.#page - 1, t('Previous page'), '‹'),
      pen('span', { role: 'status' }, t('Displaying {{from}} to {{to}} of {{total}} issues.', { from, to, total })),
      this.#pageButton(this.#page + 1, t('Next page'), '›'),
    )
    this.#root.querySelector('.jira-issues-foot')?.append(pages)
  }

  #pageButton(page: number, label: string, sign: string): Element {
    const isThere = page >= 1 && (page - 1) * this.#state.rows < this.#total
    const button = pen(
      'button',
      { type: 'button', 'aria-label': label, 'aria-disabled': isThere ? undefined : 'true' },
      sign,
    )
    button.addEventListener('click', () => {
      if (isThere && this.#table?.ariaBusy !== 'true') void this.#turn(page, label)
    })
    return button
  }

  async #turn(page: number, label: string): Promise<void> {
    await this.#load(page)
    this.#root.querySelector<HTMLElement>(`.jira-issues-pages button[aria-label="${CSS.escape(label)}"]`)?.focus()
  }

  /** Buttons in the headings of columns that Jira can sort. */
  #makeSortable(): void {
    for (const head of this.#root.querySelectorAll<HTMLElement>('th[data-order]')) {
      const button = pen(
        'button',
        { type: 'button' },
        ...head.children,
        head.children.length > 0 ? undefined : head.textContent,
      )
      button.addEventListener('click', () => this.#sortBy(head))
      head.replaceChildren(button)
    }
  }

  #sortBy(head: HTMLElement): void {
    const { field } = head.dataset
    if (field === undefined || this.#table?.ariaBusy === 'true') return
    const order = this.#sort?.field === field && this.#sort.order === 'asc' ? 'desc' : 'asc'
    this.#sort = { field, order }
    for (const each of this.#root.querySelectorAll('th[data-order]')) each.removeAttribute('aria-sort')
    head.ariaSort = order === 'asc' ? 'ascending' : 'descending'
    void this.#load(1)
  }

  #fail(error: unknown): void {
    const frame = this.#root.querySelector('.jira-issues-frame')
    this.#root.querySelector('.jira-message')?.remove()
    delete this.#root.dataset['jiraWaiting']
    if (error instanceof RetrieveError && error.status === 401 && error.approvalUrl !== undefined)
      frame?.replaceWith(inWindow(approval(pen, t, error.approvalUrl)))
    else {
      const message = framed(pen, messageOf(error))
      // Rows that are there stay when another page cannot be loaded.
      if (this.#total > 0) frame?.before(message)
      else frame?.replaceWith(message)
    }
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof RetrieveError)) return t(NOT_LOADED)
  return error.status === 400 ? t(SEARCH_REFUSED) : error.message
}

function cellOf(field: string, html: string): HTMLElement {
  const cell = document.createElement('td')
  cell.className = cellClass(field)
  cell.innerHTML = html
  return cell
}

/** The element of HTML that the server has rendered. */
function fromHtml(html: string): Element {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild ?? document.createElement('span')
}
