import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { reportTable } from '../contract.ts'

/** Lets a report show more rows in its place. Returns a cleanup function. */
export default function report(macro: HTMLElement): () => void {
  const ended = new AbortController()
  const rows = macro.querySelector<HTMLElement>('.page-properties-report-rows')
  if (rows) offerMore(macro, rows, ended.signal)
  return () => ended.abort()
}

/** Puts a button in the place of the link to the search, as long as the report itself can show more. */
function offerMore(macro: HTMLElement, rows: HTMLElement, signal: AbortSignal): void {
  const more = rows.querySelector<HTMLElement>('.more-link[data-page-size]')
  if (!more) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'page-properties-more'
  button.textContent = t('Show more rows')
  button.addEventListener('click', () => void showMore(Number(more.dataset['pageSize'])), { signal })
  more.replaceChildren(button)

  async function showMore(pageSize: number): Promise<void> {
    button.disabled = true
    const shown = rows.querySelectorAll('tr').length
    try {
      const query = JSON.parse(macro.dataset['report'] ?? '{}') as { cql: string }
      const { html } = await call(reportTable, { query: { ...query, pageSize } }, { signal })
      rows.innerHTML = html
      offerMore(macro, rows, signal)
      rows.querySelectorAll('tr')[shown]?.querySelector('a')?.focus()
    } catch (error) {
      if (signal.aborted) return
      button.disabled = false
      showFailure(t('The rows could not be loaded'), error)
    }
  }
}
