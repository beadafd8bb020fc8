/** Shorter than elsewhere, since lozenges are truncated. */
const DELAY_MS = 100
const GAP_PX = 6

/** Shows the full text of status lozenges in tooltips. Returns a cleanup function. */
export function addLozengeTips(article: HTMLElement): () => void {
  const events = new AbortController()
  const { signal } = events
  const tip = document.createElement('span')
  tip.className = 'ox-tip'
  tip.role = 'tooltip'
  tip.popover = 'manual'
  let timer: number | undefined
  const hide = () => {
    window.clearTimeout(timer)
    tip.remove()
  }
  const lozenges = [...article.querySelectorAll<HTMLElement>('.status-macro[title]')]
  const titles = lozenges.map(lozenge => lozenge.title)
  lozenges.forEach((lozenge, index) => {
    lozenge.removeAttribute('title')
    lozenge.addEventListener(
      'pointerenter',
      () => {
        window.clearTimeout(timer)
        timer = window.setTimeout(() => showAt(tip, lozenge, titles[index] ?? ''), DELAY_MS)
      },
      { signal },
    )
    lozenge.addEventListener('pointerleave', hide, { signal })
  })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  document.addEventListener(
    'keydown',
    event => {
      if (event.key === 'Escape') hide()
    },
    { signal },
  )
  return () => {
    hide()
    events.abort()
    lozenges.forEach((lozenge, index) => {
      lozenge.title = titles[index] ?? ''
    })
  }
}

function showAt(tip: HTMLElement, lozenge: HTMLElement, text: string): void {
  tip.textContent = text
  document.body.append(tip)
  tip.showPopover()
  const at = lozenge.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const below = at.bottom + GAP_PX
  tip.style.left = `${Math.max(GAP_PX, Math.min(at.left + (at.width - width) / 2, innerWidth - width - GAP_PX))}px`
  tip.style.top = `${below + height > innerHeight ? at.top - height - GAP_PX : below}px`
}
