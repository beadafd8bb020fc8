/**
 * State of the page header while scrolling: sticks below the top bar, hides on reading on, overlays on turning back.
 * Pure.
 */

/** Scroll distance in one direction that hides or shows it. */
export const SCROLL_THRESHOLD_PX = 50
export const RESIZE_DEBOUNCE_MS = 100
/** Delay before its popups close after hiding. */
export const CLOSE_POPUPS_DEBOUNCE_MS = 250

export interface HeaderState {
  /** Scrolled past its own place. */
  readonly isFixed: boolean
  readonly isHidden: boolean
  /** Shown by scrolling up, over the text. */
  readonly isOverlay: boolean
  readonly y: number
  /** Position at which the current direction began. */
  readonly turnedAt: number
}

export const AT_TOP: HeaderState = { isFixed: false, isHidden: false, isOverlay: false, y: 0, turnedAt: 0 }

/**
 * State after scrolling.
 * @param y scroll position in px
 * @param offset px at which the header becomes fixed
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

/** Visible, non-overlay state for using its actions. */
export function reset(state: HeaderState): HeaderState {
  return { ...state, isHidden: false, isOverlay: false, turnedAt: state.y }
}
