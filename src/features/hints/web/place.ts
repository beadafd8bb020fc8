const GAP_PX = 8
const EDGE_PX = 12
/** The farthest that a card may be from what it points at. */
const MOST_AWAY_PX = 160
/** Of a list of the sidebar that a card is put below. */
const LEAST_WIDTH_PX = 180

/** Elements that a card may not cover, whatever is in them. */
const SOLID = 'a, button, input, select, textarea, summary, img, svg, video, canvas, iframe, pre, table'
/** Columns of a screen that scroll: what they hold comes by at every height. */
const COLUMNS = '#main .ox-columns > :not(.ox-rail)'

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * Puts a card next to its target: beside the text of the screen, where it covers nothing, otherwise into the screen
 * itself, where the text makes room for it.
 * @param host element that holds the card
 * @param anchor CSS selector of the target
 */
export function placeCard(host: HTMLElement, card: HTMLElement, anchor: string | undefined): void {
  const target = anchor === undefined ? undefined : shownTarget(anchor)
  const hadFocus = host.contains(document.activeElement) ? document.activeElement : null
  host.toggleAttribute('data-floating', true)
  if (host.parentElement !== document.body) document.body.append(host)
  const place = target && freePlace(card, target)
  if (place) {
    card.style.left = `${place.left}px`
    card.style.top = `${place.top}px`
  } else {
    host.toggleAttribute('data-floating', false)
    card.style.left = ''
    card.style.top = ''
    intoScreen(host, target)
  }
  if (hadFocus instanceof HTMLElement && document.activeElement !== hadFocus) hadFocus.focus({ preventScroll: true })
}

/** Hides a floating card while the page is scrolled so that it would cover something. */
export function hideWhileCovering(host: HTMLElement, card: HTMLElement): void {
  if (!host.hasAttribute('data-floating')) return
  const box = card.getBoundingClientRect()
  const covers = boxesIn(document.body, box, card).some(other => overlaps(other, box))
  host.toggleAttribute('data-covering', covers)
}

function shownTarget(anchor: string): Element | undefined {
  const target = document.querySelector(anchor)
  const box = target?.getBoundingClientRect()
  return target && box && box.width > 0 && target.checkVisibility() ? target : undefined
}

/** The nearest free place in the window below or beside a target, in px. */
function freePlace(card: HTMLElement, target: Element): { left: number; top: number } | undefined {
  const anchor = target.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = card
  const most = document.documentElement.clientWidth - EDGE_PX - width
  const lefts = [anchor.right - width, anchor.left, anchor.right + GAP_PX].map(left =>
    Math.max(EDGE_PX, Math.min(left, most)),
  )
  let best: { left: number; top: number; away: number } | undefined
  for (const left of new Set(lefts)) {
    const right = left + width
    const start = left >= anchor.right ? anchor.top : anchor.bottom + GAP_PX
    const region = { left, right, top: start, bottom: start + MOST_AWAY_PX + height }
    const taken = [...columns(), ...boxesIn(document.body, region, card)].filter(
      box => box.left < right && box.right > left,
    )
    const top = [start, ...taken.map(box => box.bottom + GAP_PX)]
      .filter(
        y =>
          y >= start &&
          y <= start + MOST_AWAY_PX &&
          y + height <= window.innerHeight - EDGE_PX &&
          !taken.some(box => overlaps(box, { left, right, top: y, bottom: y + height })),
      )
      .toSorted((a, b) => a - b)[0]
    if (top !== undefined && (!best || top - start < best.away)) best = { left, top, away: top - start }
  }
  return best
}

/** The columns of the screen, as high as the window; the whole screen where it has none. */
function columns(): Box[] {
  const found = [...document.querySelectorAll(COLUMNS)]
  const whole = document.getElementById('main')
  return (found.length > 0 || !whole ? found : [whole]).map(column => {
    const { left, right } = column.getBoundingClientRect()
    return { left, right, top: 0, bottom: window.innerHeight }
  })
}

/** Boxes of the texts, pictures and controls that lie in a region of the window. */
function boxesIn(element: Element, region: Box, card: Element, found: Box[] = []): Box[] {
  if (element.contains(card) && element !== document.body) return found
  const box = element.getBoundingClientRect()
  const hasBox = box.width > 1 && box.height > 1
  if (hasBox && !overlaps(box, region) && element !== document.body) return found
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && hasBox) return found
  if (element.matches(SOLID)) {
    if (hasBox) found.push(box)
    return found
  }
  for (const node of element.childNodes) {
    if (node instanceof Element) boxesIn(node, region, card, found)
    else if (hasBox && node instanceof Text && node.data.trim() !== '') {
      const range = document.createRange()
      range.selectNode(node)
      for (const line of range.getClientRects()) if (overlaps(line, region)) found.push(line)
    }
  }
  return found
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}

/**
 * Puts a card into the screen: below the list of the sidebar or the by-line that its target is in, else into the head of
 * the screen, nearest to the target.
 */
function intoScreen(host: HTMLElement, target: Element | undefined): void {
  const list = target?.closest('#ox-sidebar ul')
  const byline = target?.closest('.ox-byline')
  const head = document.querySelector('#main .ox-page-head')
  const middle = (element: Element) => element.getBoundingClientRect().left + element.getBoundingClientRect().width / 2
  host.toggleAttribute('data-end', Boolean(target && head && middle(target) > middle(head)))
  if (list && list.clientWidth >= LEAST_WIDTH_PX) list.after(host)
  else if (byline) byline.after(host)
  else if (!head) document.getElementById('main')?.prepend(host)
  else if (target) head.prepend(host)
  else head.append(host)
}
