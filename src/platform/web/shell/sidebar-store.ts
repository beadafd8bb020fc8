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

/** Key "width" of the sidebar's storage. */
const WIDTH_KEY = 'confluence-sidebar.width'
const EXPANDED_KEY = 'confluence-sidebar.expanded-width'
const YEAR_S = 365 * 24 * 60 * 60

interface Snapshot extends SidebarState {
  drawerOpen: boolean
  /** The sidebar's links are being configured: it stays wide and does not collapse. */
  configuring: boolean
}

let snapshot: Snapshot | undefined
let beforeConfiguring: SidebarState | undefined
const listeners = new Set<() => void>()

function current(): Snapshot {
  snapshot ??= { ...stored(), drawerOpen: false, configuring: false }
  return snapshot
}

/** Until somebody chooses a width, it follows the window's: one that was opened narrow gets a whole sidebar when it is widened. */
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

function set(next: Partial<Snapshot>, keep: boolean): void {
  snapshot = { ...current(), ...next }
  if (keep) {
    localStorage.setItem(WIDTH_KEY, String(snapshot.width))
    localStorage.setItem(EXPANDED_KEY, String(snapshot.expandedWidth))
    document.cookie = `${SIDEBAR_WIDTH_COOKIE}=${snapshot.width}; path=/; max-age=${YEAR_S}; samesite=lax`
  }
  for (const listener of listeners) listener()
}

export const sidebar = {
  /** Asks for a width in px; `keep` when the drag has ended. Configure mode keeps its least width, and keeps nothing. */
  resize(width: number, keep: boolean): void {
    const { configuring } = current()
    const next = resized(current(), configuring ? Math.max(width, SIDEBAR_DEFAULT) : width)
    // What a drag passes on its way is no width to return to.
    set(keep ? next : { width: next.width }, keep && !configuring)
  },
  /** Collapses, or restores the remembered width. Does nothing while configuring. */
  toggle(): void {
    const now = current()
    // The width to return to may be that of a window that was narrow.
    const expandedWidth = Math.max(now.expandedWidth, defaultSidebarWidth(window.innerWidth))
    if (!now.configuring) set(toggled(isCollapsed(now) ? { ...now, expandedWidth } : now), true)
  },
  setDrawerOpen(drawerOpen: boolean): void {
    if (current().drawerOpen !== drawerOpen) set({ drawerOpen }, false)
  },
  /** Enters or leaves configure mode: at least 285 px wide while it lasts, the former width after it. */
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

export interface SidebarView extends Snapshot {
  collapsed: boolean
}

/** As the server has drawn it: it knows the width from the cookie alone. */
function sent(): Snapshot {
  fromCookie ??= snapshotOf(sidebarWidthIn(cookieNamed(SIDEBAR_WIDTH_COOKIE)) ?? SIDEBAR_DEFAULT)
  return fromCookie
}

let fromCookie: Snapshot | undefined

function snapshotOf(width: number): Snapshot {
  return { width, expandedWidth: width, drawerOpen: false, configuring: false }
}

function cookieNamed(name: string): string | undefined {
  return document.cookie.split('; ').find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** The sidebar's state, kept current. */
export function useSidebar(): SidebarView {
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
