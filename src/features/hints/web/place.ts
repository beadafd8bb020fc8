const GAP_PX = 8
const EDGE_PX = 12

/** What a reader may press. */
const ACTIONS = 'a[href], button, input, select, textarea, summary, [role="button"]'
/** The page's text, which a reader scrolls from under the card where nothing else is free. */
const TEXT = '#main-content'

/**
 * Puts a card below its anchor, their right edges aligned, or beside one at the left edge of the window: as near as it
 * covers nothing that a reader may press. In the corner of the window where there is no anchor.
 */
export function placeNear(card: HTMLElement, anchor: string): void {
  const box = document.querySelector(anchor)?.getBoundingClientRect()
  const isThere = box !== undefined && box.width > 0
  card.toggleAttribute('data-anchored', isThere)
  card.style.right = ''
  card.style.top = ''
  if (!isThere) return
  const { offsetWidth } = card
  const isBeside = box.right - offsetWidth < EDGE_PX
  const right = isBeside ? Math.max(EDGE_PX, box.right + GAP_PX) + offsetWidth : box.right
  card.style.right = `${Math.max(EDGE_PX, document.documentElement.clientWidth - right)}px`
  card.style.top = `${topBelow(card, isBeside ? box.top : box.bottom + GAP_PX)}px`
}

/** The least top from `least` on at which the card is free; `least` when it is nowhere in the window. */
function topBelow(card: HTMLElement, least: number): number {
  const { left, right, height } = card.getBoundingClientRect()
  const inTheWay = [...document.querySelectorAll(ACTIONS)]
    .filter(action => !card.contains(action))
    .map(action => ({ box: action.getBoundingClientRect(), isText: action.closest(TEXT) !== null }))
    .filter(({ box }) => box.width > 0 && box.height > 0 && box.right > left && box.left < right)
  for (const actions of [inTheWay, inTheWay.filter(({ isText }) => !isText)]) {
    const boxes = actions.map(({ box }) => box)
    const tops = [least, ...boxes.map(box => box.bottom + GAP_PX)].filter(top => top >= least).toSorted((a, b) => a - b)
    const free = tops.find(
      top =>
        top + height <= window.innerHeight - EDGE_PX &&
        boxes.every(box => box.bottom <= top || box.top >= top + height),
    )
    if (free !== undefined) return free
  }
  return least
}
