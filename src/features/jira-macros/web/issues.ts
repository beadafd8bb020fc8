import { t } from '#platform/web/i18n.ts'
import { openApproval } from '#features/linked-apps/web/index.ts'
import { authenticate, framed, issueParts } from '../draw.ts'
import { NOT_LOADED, SEARCH_REFUSED, type CountState, type IssueState } from '../shared.ts'
import { pen } from './pen.ts'
import { countOf, issuesOf, RetrieveError } from './retrieve.ts'

interface Waiting {
  readonly element: HTMLElement
  readonly state: IssueState
}

/** Issues of the document that are asked for together, once all islands have begun. */
let gathered: Waiting[] = []
let ended = new AbortController()
let shown = 0

/** Shows an issue, or the number of issues, that the server did not know when it made the page. */
export default function issue(element: HTMLElement): () => void {
  shown++
  const { jiraIssue, jiraCount, jiraWaiting } = element.dataset
  if (jiraWaiting !== undefined && jiraCount !== undefined)
    void showCount(element, JSON.parse(jiraCount) as CountState, ended.signal)
  if (jiraWaiting !== undefined && jiraIssue !== undefined) {
    if (gathered.length === 0) queueMicrotask(() => askAll(ended.signal))
    gathered.push({ element, state: JSON.parse(jiraIssue) as IssueState })
  }
  return () => {
    if (--shown > 0) return
    ended.abort()
    ended = new AbortController()
  }
}

function askAll(signal: AbortSignal): void {
  const waiting = gathered
  gathered = []
  for (const appId of new Set(waiting.map(({ state }) => state.appId)))
    void ask(
      waiting.filter(({ state }) => state.appId === appId),
      signal,
    )
}

/** Issues of one request. */
const MOST_KEYS = 100

async function ask(waiting: readonly Waiting[], signal: AbortSignal): Promise<void> {
  const states = new Map(waiting.map(({ state }) => [state.key, state]))
  const keys = [...states.keys()]
  if (keys.length > MOST_KEYS) {
    const first = new Set(keys.slice(0, MOST_KEYS))
    await ask(
      waiting.filter(({ state }) => first.has(state.key)),
      signal,
    )
    return ask(
      waiting.filter(({ state }) => !first.has(state.key)),
      signal,
    )
  }
  const appId = waiting[0]?.state.appId ?? ''
  try {
    const { issues, approvalUrl } = await issuesOf(appId, [...states.values()], signal)
    for (const { element, state } of waiting) {
      const item = issues.get(state.key)
      if (item) show(element, issueParts(pen, item, state.showSummary), item.resolution.id !== '-1')
      else note(element, approvalUrl === undefined ? missing() : approve(approvalUrl))
    }
  } catch (error) {
    if (signal.aborted) return
    // One key that is not there fails the whole search: the others are asked for alone.
    if (error instanceof RetrieveError && error.status === 400 && keys.length > 1) {
      await Promise.all(
        keys.map(key =>
          ask(
            waiting.filter(({ state }) => state.key === key),
            signal,
          ),
        ),
      )
      return
    }
    for (const { element } of waiting) note(element, failureOf(error))
  }
}

async function showCount(element: HTMLElement, state: CountState, signal: AbortSignal): Promise<void> {
  try {
    const count = await countOf(state.appId, { jql: state.jql, proof: state.proof }, signal)
    const link = element.querySelector('a')
    if (link) link.textContent = t('{{count}} issues', { count })
    delete element.dataset['jiraWaiting']
  } catch (error) {
    if (!signal.aborted) note(element, failureOf(error))
  }
}

function show(element: HTMLElement, parts: readonly (Element | string)[], isResolved: boolean): void {
  element.replaceChildren(...parts)
  element.classList.toggle('resolved', isResolved)
  delete element.dataset['jiraWaiting']
}

/** Says beside the key why there is no more of an issue. */
function note(element: HTMLElement, reason: Element): void {
  element.querySelector('.jira-note')?.remove()
  element.append(pen('span', { class: 'jira-note' }, ' ', reason))
  delete element.dataset['jiraWaiting']
}

function missing(): Element {
  return pen('span', { class: 'jira-missing' }, t('This issue does not exist, or you may not see it.'))
}

function failureOf(error: unknown): Element {
  if (!(error instanceof RetrieveError)) return framed(pen, t(NOT_LOADED), 'span')
  if (error.status === 401 && error.approvalUrl !== undefined) return approve(error.approvalUrl)
  return framed(pen, error.status === 400 ? t(SEARCH_REFUSED) : error.message, 'span')
}

function approve(address: string): Element {
  return inWindow(authenticate(pen, t, address))
}

/** Opens the links to approve in a window that closes afterwards. */
export function inWindow(element: Element): Element {
  element.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.jira-authenticate') : null
    if (link && openApproval(link.href)) event.preventDefault()
  })
  return element
}
