import { messageOf } from '#platform/message-of.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { getContributors, type Contributor, type Contributors } from '../contract.ts'

/** Refetches and shows the contributors. Returns a cleanup function. */
export default function contributors(macro: HTMLElement): () => void {
  const ended = new AbortController()
  const query = JSON.parse(macro.dataset['contributors'] ?? '{}') as { pageId: string }
  // Prevents layout shift while loading.
  macro.style.minHeight = `${macro.offsetHeight}px`
  macro.setAttribute('aria-busy', 'true')
  macro.replaceChildren(message(t('Generating contributors information...')))
  call(getContributors, { query }, { signal: ended.signal })
    .then(answer => macro.replaceChildren(...drawn(answer)))
    .catch((error: unknown) => {
      if (ended.signal.aborted) return
      const reason = messageOf(error)
      macro.replaceChildren(message(t('Failed to retrieve contributors information: {{reason}}', { reason })))
    })
    .finally(() => {
      macro.style.minHeight = ''
      macro.removeAttribute('aria-busy')
    })
  return () => ended.abort()
}

function drawn(answer: Contributors): Node[] {
  if (answer.errorMessage !== null) return [message(answer.errorMessage)]
  if (answer.layoutStyle !== 'FLAT' && answer.layoutStyle !== 'LIST') return [message(t('Unknown layout style'))]
  const { visibleContributors: visible, hiddenContributors: hidden } = answer
  const first = list(answer, visible, false)
  if (hidden.length === 0) return [first]
  const more = element('details', 'contributors-more')
  const summary = element('summary', 'show-hidden-contributors')
  summary.textContent = t('{{count}} more...', { count: hidden.length })
  more.append(summary, list(answer, hidden, true))
  return [first, more]
}

function list(answer: Contributors, people: readonly Contributor[], isHidden: boolean): HTMLElement {
  const items = element('ul', answer.layoutStyle === 'LIST' ? 'contributors-list' : 'contributors-flat')
  items.append(
    ...people.map(person => {
      const item = element('li', isHidden ? 'hidden-contributor' : '')
      item.append(name(person))
      const details = [
        ...(answer.showCount ? [String(person.totalCount)] : []),
        ...(answer.showTime ? [person.relativeLastActiveTimeStr] : []),
      ]
      if (details.length > 0) {
        const detail = element('span', 'contributor-detail')
        detail.textContent = ` (${details.join(', ')})`
        item.append(detail)
      }
      return item
    }),
  )
  return items
}

function name({ fullNameString, url }: Contributor): HTMLElement {
  const shown = element(url ? 'a' : 'span', url ? 'confluence-userlink' : '')
  shown.textContent = fullNameString
  if (url && shown instanceof HTMLAnchorElement) shown.href = url
  return shown
}

function message(text: string): HTMLElement {
  const shown = element('p', 'contributors-message')
  shown.setAttribute('role', 'status')
  shown.textContent = text
  return shown
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  return made
}
