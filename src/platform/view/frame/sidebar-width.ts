/** Sidebar width rules, in px [V4.1-01, V4.1-03, V4.1-04, V4.1-06, V5-09]. */

export const SIDEBAR_COLLAPSED = 55
/** Maximum. */
export const SIDEBAR_MAX = 640
export const SIDEBAR_DEFAULT = 285
/** Collapses at or below this. */
export const SIDEBAR_COLLAPSE_AT = 150

/** Width of the cookie; undefined if absent or invalid. */
export function sidebarWidthIn(cookie: string | undefined): number | undefined {
  const width = Number(cookie)
  return cookie !== undefined && width >= SIDEBAR_COLLAPSED && width <= SIDEBAR_MAX ? Math.round(width) : undefined
}

/** Default width: 285 or a third of the window, whichever is less. */
export function defaultSidebarWidth(windowWidth: number): number {
  return Math.min(SIDEBAR_DEFAULT, Math.round(windowWidth / 3))
}

/** Clamped width; narrow ones collapse. */
export function settleSidebarWidth(width: number): number {
  if (!Number.isFinite(width) || width <= SIDEBAR_COLLAPSE_AT) return SIDEBAR_COLLAPSED
  return Math.min(SIDEBAR_MAX, Math.round(width))
}

export interface SidebarState {
  width: number
  /** Width to restore. */
  expandedWidth: number
}

export function isCollapsed(state: SidebarState): boolean {
  return state.width <= SIDEBAR_COLLAPSE_AT
}

/** State after a drag or arrow key. */
export function resized(state: SidebarState, width: number): SidebarState {
  const next = settleSidebarWidth(width)
  return { width: next, expandedWidth: next === SIDEBAR_COLLAPSED ? state.expandedWidth : next }
}

/** State after a click on chevron or handle. */
export function toggled(state: SidebarState): SidebarState {
  return isCollapsed(state)
    ? { ...state, width: state.expandedWidth }
    : { width: SIDEBAR_COLLAPSED, expandedWidth: state.width }
}
