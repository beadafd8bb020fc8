import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import type { IslandContext } from '#features/content/web/index.ts'
import type { IssueChart } from '../chart.ts'
import { getChart, showMore } from '../contract.ts'
import { approval, framed, type Pen } from '../draw.ts'
import { chartNote, chartPicture, chartTable, colourOf, seriesColour, showLink } from '../draw-chart.ts'
import { CHART_FAILED, CHART_TIMED_OUT, type ChartState } from '../shared.ts'
import { inWindow } from './issues.ts'
import { pen } from './pen.ts'

/** Width of lines, pixels. */
const [LEAST_WIDTH, MOST_WIDTH] = [260, 640]

/** Draws a chart, and loads its numbers. Returns a cleanup function. */
export default function chart(root: HTMLElement, { contentId }: IslandContext): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const state = JSON.parse(root.dataset['jiraChart'] ?? '{}') as ChartState
  root.addEventListener('click', event => void showOther(root, event, { state, contentId, signal }), { signal })
  void load(root, state, signal)
  return () => ended.abort()
}

async function load(
  root: HTMLElement,
  { appId, query, proof, approvalUrl }: ChartState,
  signal: AbortSignal,
): Promise<void> {
  root.ariaBusy = 'true'
  try {
    const args = { query: { appId, query, ...(proof === undefined ? {} : { proof }) } }
    show(root, await call(getChart, args, { signal, signInOn401: false }))
  } catch (error) {
    if (signal.aborted) return
    const isUnapproved = error instanceof ApiError && error.status === 401 && approvalUrl !== undefined
    put(root, [isUnapproved ? inWindow(approval(pen, t, approvalUrl)) : framed(pen, messageOf(error))])
  } finally {
    root.ariaBusy = null
    delete root.dataset['jiraWaiting']
  }
}

function messageOf(error: unknown): string {
  return t(error instanceof ApiError && error.status === 504 ? CHART_TIMED_OUT : CHART_FAILED)
}

function show(root: HTMLElement, shown: IssueChart): void {
  const table = pen('div', { class: 'table-wrap' }, chartTable(pen, t, shown))
  const said = chartNote(pen, t, shown)
  const note = said ? [said] : []
  const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, root.clientWidth))
  const picture = chartPicture(svg, shown, labelOf(shown), width)
  if (!picture) {
    const link = shown.more > 0 ? [showLink(pen, t, crypto.randomUUID(), true)] : []
    put(root, [table, ...link, ...note])
    return
  }
  const figure = pen('div', { class: 'jira-chart-picture' }, picture, legendOf(shown))
  put(root, [figure, pen('details', { class: 'jira-chart-data' }, pen('summary', {}, t('Data table')), table), ...note])
}

function labelOf({ kind, rowHeading }: IssueChart): string {
  return kind === 'pie' ? t('Issues by {{field}}', { field: rowHeading }) : t('Created and resolved issues')
}

function legendOf({ kind, rows, headings }: IssueChart): Element {
  const entries =
    kind === 'pie'
      ? rows.map(({ label, values: [value = 0] }, index) => [colourOf(index), `${label} (${value})`])
      : headings.map((heading, series) => [seriesColour(series), heading])
  return pen(
    'ul',
    { class: 'jira-legend' },
    ...entries.map(([colour = '', text = '']) =>
      pen('li', {}, pen('i', { class: colour, 'aria-hidden': 'true' }), text),
    ),
  )
}

/** Puts elements before the foot, in place of those that are there. */
function put(root: HTMLElement, elements: readonly Element[]): void {
  const foot = root.querySelector('.jira-chart-foot')
  root.replaceChildren(...elements, ...(foot ? [foot] : []))
}

/** Shows all rows of a table, or the first again. */
async function showOther(
  root: HTMLElement,
  event: Event,
  { state, contentId, signal }: { state: ChartState; contentId: string; signal: AbortSignal },
): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest('.show-link-container a') : null
  if (!link) return
  event.preventDefault()
  if (root.ariaBusy === 'true') return
  const isShowMore = root.dataset['isMore'] === undefined
  root.ariaBusy = 'true'
  try {
    const { wikiMarkup, proof } = state
    const body = { pageId: contentId, wikiMarkup, isShowMore, ...(proof === undefined ? {} : { proof }) }
    const html = (await call(showMore, { body }, { signal })) as unknown as string
    const template = document.createElement('template')
    template.innerHTML = html
    put(root, [...template.content.children])
    if (isShowMore) root.dataset['isMore'] = ''
    else delete root.dataset['isMore']
    root.querySelector<HTMLElement>('.show-link-container a')?.focus()
  } catch (error) {
    if (!signal.aborted) root.querySelector('.show-link-container')?.replaceWith(framed(pen, messageOf(error)))
  } finally {
    root.ariaBusy = null
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** Makes elements of SVG. */
const svg: Pen<Element> = (name, attributes, ...children) => {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children.filter(child => child !== undefined))
  return made
}
