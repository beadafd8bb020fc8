import { useEffect, useRef, type RefObject } from 'react'

/** Marks an item of a roving tabindex group. */
export const ROVING = { 'data-roving': '', tabIndex: -1 } as const
const ITEMS = '[data-roving]:not([disabled], [data-disabled])'

/**
 * Roving tabindex for the marked items: arrow keys go to the nearest item in their direction on the screen, Home and
 * End to the ends. Items may change.
 */
export function useRoving<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const set = useRef<Kind>(null)
  useEffect(() => {
    const root = set.current
    if (!root) return
    const items = () => [...root.querySelectorAll<HTMLElement>(ITEMS)]
    const enter = (chosen: HTMLElement) => {
      for (const item of items()) item.tabIndex = item === chosen ? 0 : -1
    }
    const settle = () => {
      const all = items()
      const isReached = all.filter(({ tabIndex }) => tabIndex === 0)
      const first =
        all.find(item => item.matches('[aria-pressed="true"], [aria-current="true"], [aria-selected="true"]')) ?? all[0]
      if (isReached.length !== 1 && first) enter(isReached[0] ?? first)
    }
    const onFocus = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>(ITEMS) : null
      if (item) enter(item)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const item = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEMS) : null
      if (!item || event.ctrlKey || event.metaKey || event.altKey) return
      const next = nextItem(items(), item, event.key)
      if (!next) return
      event.preventDefault()
      event.stopPropagation()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
    }
    settle()
    const watch = new MutationObserver(settle)
    watch.observe(root, { childList: true, subtree: true })
    root.addEventListener('focusin', onFocus)
    root.addEventListener('keydown', onKeyDown)
    return () => {
      watch.disconnect()
      root.removeEventListener('focusin', onFocus)
      root.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return set
}

function nextItem(items: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  const direction = DIRECTIONS[key]
  return direction && nearest(items, from, direction)
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Weight of perpendicular distance. */
const ASIDE = 3

/** The nearest item in a direction; rows wrap. */
function nearest(
  items: readonly HTMLElement[],
  from: HTMLElement,
  [x, y]: readonly [number, number],
): HTMLElement | undefined {
  const middle = (item: HTMLElement) => {
    const { left, top, width, height } = item.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const start = middle(from)
  let best: HTMLElement | undefined
  let least = Infinity
  for (const item of items) {
    const at = middle(item)
    const ahead = (at.x - start.x) * x + (at.y - start.y) * y
    const aside = Math.abs((at.x - start.x) * y) + Math.abs((at.y - start.y) * x)
    // Horizontally within the row.
    if (item === from || ahead <= 1 || (x !== 0 && aside > 8)) continue
    const distance = ahead + ASIDE * aside
    if (distance < least) {
      least = distance
      best = item
    }
  }
  if (best || x === 0) return best
  return items[items.indexOf(from) + x]
}
