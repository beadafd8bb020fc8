import { useSyncExternalStore } from 'react'
import { SIDEBAR_WIDTH_COOKIE } from '#platform/page-data.ts'
import {
  defaultSidebarWidth,
  isCollapsed,
  resized,
  SIDEBAR_DEFAULT,
  settleSidebarWidth,
  sidebarWidthIn,
  type SidebarState,
  toggled,
} from '#platform/view/frame/sidebar-width.ts'

/** Storage key of the width. */
const WIDTH_KEY = 'confluence-sidebar.width'
const EXPANDED_KEY = 'confluence-sidebar.expanded-width'
const YEAR_S = 365 * 24 * 60 * 60

interface Snapshot extends SidebarState {
  drawerOpen: boolean
  /** Configure mode: stays wide, cannot collapse. */
  configuring: boolean
}

let snapshot: Snapshot | undefined
let beforeConfiguring: SidebarState | undefined
const listeners = new Set<() => void>()

function current(): Snapshot {
  snapshot ??= { ...stored(), drawerOpen: false, configuring: false }
  return snapshot
}

/** Follows the window width until the user chooses one. */
function followWindow(): void {
  const now = current()
  if (now.configuring || localStorage.getItem(WIDTH_KEY) !== null) return
  const width = settleSidebarWidth(defaultSidebarWidth(window.innerWidth))
  if (width !== now.width) set({ width, expandedWidth: defaultSidebarWidth(window.innerWidth) }, false)
}

function stored(): SidebarState {
  const fallback = defaultSidebarWidth(window.innerWidth)
  const width = Number(localStorage.getItem(WIDTH_KEY) ?? fallback)
  const expandedWidth = Number(localStorage.getItem(EXPANDED_KEY) ?? fallback)
  return { width: settleSidebarWidth(width), expandedWidth: Math.max(settleSidebarWidth(expandedWidth), fallback) }
}

function set(next: Partial<Snapshot>, persist: boolean): void {
  snapshot = { ...current(), ...next }
  if (persist) {
    localStorage.setItem(WIDTH_KEY, String(snapshot.width))
    localStorage.setItem(EXPANDED_KEY, String(snapshot.expandedWidth))
    document.cookie = `${SIDEBAR_WIDTH_COOKIE}=${snapshot.width}; path=/; max-age=${YEAR_S}; samesite=lax`
  }
  for (const listener of listeners) listener()
}

export const sidebar = {
  /**
   * Sets a width in px; `persist` stores it at the end of a drag. Configure mode enforces its minimum and stores
   * nothing.
   */
  resize(width: number, persist: boolean): void {
    const { configuring } = current()
    const next = resized(current(), configuring ? Math.max(width, SIDEBAR_DEFAULT) : width)
    // Intermediate drag widths are not restored later.
    set(persist ? next : { width: next.width }, persist && !configuring)
  },
  /** Toggles between collapsed and stored width. No-op in configure mode. */
  toggle(): void {
    const now = current()
    // The stored width may stem from a narrow window.
    const expandedWidth = Math.max(now.expandedWidth, defaultSidebarWidth(window.innerWidth))
    if (!now.configuring) set(toggled(isCollapsed(now) ? { ...now, expandedWidth } : now), true)
  },
  setDrawerOpen(drawerOpen: boolean): void {
    if (current().drawerOpen !== drawerOpen) set({ drawerOpen }, false)
  },
  /** Toggles configure mode: at least 285 px wide, the former width afterwards. */
  setConfiguring(configuring: boolean): void {
    const now = current()
    if (now.configuring === configuring) return
    if (configuring) {
      beforeConfiguring = { width: now.width, expandedWidth: now.expandedWidth }
      set({ configuring, width: Math.max(now.width, SIDEBAR_DEFAULT) }, false)
    } else {
      set({ configuring, ...beforeConfiguring }, false)
    }
  },
}

export interface SidebarSnapshot extends Snapshot {
  collapsed: boolean
}

/** State rendered by the server, from the cookie alone. */
function sent(): Snapshot {
  fromCookie ??= snapshotOf(sidebarWidthIn(cookieNamed(SIDEBAR_WIDTH_COOKIE)) ?? SIDEBAR_DEFAULT)
  return fromCookie
}

let fromCookie: Snapshot | undefined

function snapshotOf(width: number): Snapshot {
  return { width, expandedWidth: width, drawerOpen: false, configuring: false }
}

function cookieNamed(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** Current sidebar state. */
export function useSidebar(): SidebarSnapshot {
  const state = useSyncExternalStore(subscribe, current, sent)
  return { ...state, collapsed: isCollapsed(state) && !state.drawerOpen }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('resize', followWindow)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('resize', followWindow)
  }
}
