/** The rules of the sidebar's width, in px [V4.1-01, V4.1-03, V4.1-04, V4.1-06, V5-09]. */

/** Width of a collapsed sidebar. */
export const SIDEBAR_COLLAPSED = 55
/** Most that a sidebar takes. */
export const SIDEBAR_MAX = 640
export const SIDEBAR_DEFAULT = 285
/** At or below this width the sidebar is collapsed. */
export const SIDEBAR_COLLAPSE_AT = 150

/** The width as the sidebar's cookie has it; undefined for none or one that cannot be. */
export function sidebarWidthIn(cookie: string | undefined): number | undefined {
  const width = Number(cookie)
  return cookie !== undefined && width >= SIDEBAR_COLLAPSED && width <= SIDEBAR_MAX ? Math.round(width) : undefined
}

/** Width before the user has chosen one: the lesser of 285 and a third of the window. */
export function defaultSidebarWidth(windowWidth: number): number {
  return Math.min(SIDEBAR_DEFAULT, Math.round(windowWidth / 3))
}

/** The width that a wish becomes: within the limits, and collapsed where it is narrow. */
export function settleSidebarWidth(width: number): number {
  if (!Number.isFinite(width) || width <= SIDEBAR_COLLAPSE_AT) return SIDEBAR_COLLAPSED
  return Math.min(SIDEBAR_MAX, Math.round(width))
}

export interface SidebarState {
  width: number
  /** Width to return to from collapsed. */
  expandedWidth: number
}

/** Whether only the icons show. */
export function isCollapsed(state: SidebarState): boolean {
  return state.width <= SIDEBAR_COLLAPSE_AT
}

/** A drag or an arrow key asks for a width. */
export function resized(state: SidebarState, width: number): SidebarState {
  const next = settleSidebarWidth(width)
  return { width: next, expandedWidth: next === SIDEBAR_COLLAPSED ? state.expandedWidth : next }
}

/** The chevron, or a click on the handle: collapse, or return to the remembered width. */
export function toggled(state: SidebarState): SidebarState {
  return isCollapsed(state)
    ? { ...state, width: state.expandedWidth }
    : { width: SIDEBAR_COLLAPSED, expandedWidth: state.width }
}
