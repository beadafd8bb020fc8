/**
 * The bar with a page's place and actions, while the page is scrolled: it stays below the top bar, gives way when one
 * reads on, and lies over the page when one turns back. Pure.
 */

/** So far one scrolls in one direction before the bar goes or comes. */
export const SCROLL_THRESHOLD_PX = 50
export const RESIZE_DEBOUNCE_MS = 100
/** Popups of the bar close so long after it has gone. */
export const CLOSE_POPUPS_DEBOUNCE_MS = 250

export interface HeaderState {
  /** The page is scrolled past the bar's own place. */
  readonly isFixed: boolean
  readonly isHidden: boolean
  /** Called back by scrolling up: it lies over the text. */
  readonly isOverlay: boolean
  readonly y: number
  /** Where the present direction of scrolling began. */
  readonly turnedAt: number
}

export const AT_TOP: HeaderState = { isFixed: false, isHidden: false, isOverlay: false, y: 0, turnedAt: 0 }

/**
 * The state after scrolling.
 * @param y px scrolled
 * @param offset px after which the bar no longer stands at its own place
 */
export function scrolled(state: HeaderState, y: number, offset: number): HeaderState {
  if (y <= offset) return { ...AT_TOP, y, turnedAt: y }
  const goesOn = Math.sign(y - state.y) === Math.sign(state.y - state.turnedAt)
  const turnedAt = goesOn || y === state.y ? state.turnedAt : state.y
  const distance = y - turnedAt
  const next = { isFixed: true, isHidden: state.isHidden, isOverlay: state.isOverlay, y, turnedAt }
  if (distance > SCROLL_THRESHOLD_PX) return { ...next, isHidden: true, isOverlay: false }
  if (distance < -SCROLL_THRESHOLD_PX) return { ...next, isHidden: false, isOverlay: true }
  return next
}

/** The bar as it is when its actions are about to be used: there, and part of the page again. */
export function reset(state: HeaderState): HeaderState {
  return { ...state, isHidden: false, isOverlay: false, turnedAt: state.y }
}
