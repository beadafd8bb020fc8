import type { Island } from '#features/content/web/index.ts'

/** Cards further from the window than this have no first page yet. */
const MARGIN = '200px'

/** Draws the first page of a file on its card when the card comes near the window. */
const fileCard: Island = card => {
  const place = card.querySelector<HTMLElement>('.ox-file-card-page')
  if (!place) return () => undefined
  const leaving = new AbortController()
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      import('./first-page.ts')
        .then(({ drawFirstPage }) => drawFirstPage(place, card.dataset, leaving.signal))
        // The card has the name of the file without its page.
        .catch(() => undefined)
    },
    { rootMargin: MARGIN },
  )
  observer.observe(card)
  return () => {
    observer.disconnect()
    leaving.abort()
    place.replaceChildren()
  }
}
export default fileCard
