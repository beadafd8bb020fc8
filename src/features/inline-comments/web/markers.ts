import { t } from '#platform/web/i18n.ts'
import type { InlineThread } from '../contract.ts'

const MARKER = '.inline-comment-marker'
const MOST_WORDS = 80

/** Elements of a thread's marked text, in order. */
export function markersOf(ref: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`#main-content ${MARKER}[data-ref="${CSS.escape(ref)}"]`)]
}

/**
 * Makes the marked text of threads open them: by a click, and by a button after it for the keyboard and screen readers.
 * Returns a cleanup function.
 */
export function connectMarkers(threads: readonly InlineThread[], open: (id: string) => void): () => void {
  const events = new AbortController()
  const buttons: HTMLElement[] = []
  for (const { id, ref } of threads) {
    const markers = markersOf(ref)
    for (const marker of markers) {
      marker.classList.add('valid')
      marker.dataset['thread'] ??= id
    }
    const last = markers.at(-1)
    if (!last) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'ox-marker-button'
    button.id = buttonId(id)
    const words = markers.map(marker => marker.textContent).join(' ')
    button.setAttribute('aria-label', t('Comment on “{{words}}”', { words: shortened(words) }))
    button.addEventListener('click', () => open(id), { signal: events.signal })
    last.after(button)
    buttons.push(button)
  }
  document.getElementById('main-content')?.addEventListener(
    'click',
    event => {
      const target = event.target instanceof Element ? event.target : null
      const id = target?.closest<HTMLElement>(`${MARKER}.valid`)?.dataset['thread']
      const isText = !target?.closest('a, button, input, summary') && document.getSelection()?.isCollapsed !== false
      if (id !== undefined && isText) open(id)
    },
    { signal: events.signal },
  )
  return () => {
    events.abort()
    for (const button of buttons) button.remove()
    for (const marker of document.querySelectorAll<HTMLElement>(`#main-content ${MARKER}.valid`)) {
      marker.classList.remove('valid', 'active')
      delete marker.dataset['thread']
    }
  }
}

/** Id of the button that opens a thread. */
export function buttonId(id: string): string {
  return `inline-comment-${id}`
}

/** Shows which marked text the open thread is about, in view. Returns a cleanup function. */
export function activateMarker(ref: string): () => void {
  const markers = markersOf(ref)
  for (const marker of markers) marker.classList.add('active')
  const [first] = markers
  if (first) keepInView(first)
  return () => {
    for (const marker of markers) marker.classList.remove('active')
  }
}

/** Part of the window above the sheet. */
const ABOVE_SHEET = 0.3
/** Between the bars at the top and what is scrolled below them. */
const MARGIN_PX = 16

/** Scrolls the text of a thread to where neither the bars at the top nor the thread cover it. */
export function keepInView(text: Pick<Range, 'getBoundingClientRect'>): void {
  const place = text.getBoundingClientRect()
  const bars = document.querySelector('.ox-strip')?.getBoundingClientRect().bottom ?? 0
  const bottom = window.innerHeight * (isSheet() ? ABOVE_SHEET : 1)
  if (place.height === 0 || (place.top > bars && place.bottom < bottom)) return
  const top = isSheet() ? bars + MARGIN_PX : Math.max(bars + MARGIN_PX, (window.innerHeight - place.height) / 2)
  window.scrollBy({ top: place.top - top, behavior: 'instant' })
}

/** Whether the thread covers the lower part of the window. */
function isSheet(): boolean {
  return window.matchMedia('(max-width: 639.98px)').matches
}

function shortened(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS)}…` : line
}
