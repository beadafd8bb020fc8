import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { SidebarFrameView } from '#platform/view/frame/ShellView.tsx'
import { SIDEBAR_COLLAPSED, SIDEBAR_MAX } from '#platform/view/frame/sidebar-width.ts'
import type { Frame } from '../feature.ts'
import { useIsLive, useReader } from '../reader.ts'
import { t } from '../i18n.ts'
import { useLocation } from '../router.tsx'
import { useShortcut } from '../shortcuts/registry.ts'
import { Slot } from '../slots.tsx'
import { sidebar, useSidebar } from './sidebar-store.ts'

/** Smaller movements are clicks. */
const DRAG_FROM_PX = 3
const KEY_STEP_PX = 16

/** Space or administration sidebar; a drawer below 900 px. `markup`: server markup of whole documents. */
export function Sidebar({ frame, markup }: { frame: Frame; markup?: string | undefined }) {
  const { collapsed, drawerOpen, configuring } = useSidebar()
  const { pathname, search } = useLocation()
  const element = useRef<HTMLElement>(null)
  const reader = useReader()
  useShortcut(
    { id: 'frame.sidebar', keys: '[', label: 'Collapse or expand the sidebar', group: 'Everywhere' },
    sidebar.toggle,
  )

  useEffect(() => sidebar.setDrawerOpen(false), [pathname, search])
  const scrim = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    // Not needed for the first paint.
    void import('./sidebar-tips.ts').then(({ showTips }) => {
      if (!gone && element.current) end = showTips(element.current)
    })
    return () => {
      gone = true
      end?.()
    }
  }, [])
  useDrawer(element, scrim, drawerOpen)

  return (
    <SidebarFrameView
      reader={reader}
      label={frame.sidebar === 'admin' ? t('Administration') : t('Space')}
      isCollapsed={collapsed}
      isDrawerOpen={drawerOpen}
      html={markup}
      asideRef={element}
      scrimRef={scrim}
      toggleProps={{ disabled: configuring, onClick: sidebar.toggle }}
      handle={<Handle />}
    >
      {frame.sidebar === 'admin' ? (
        <Slot name="admin.nav" context={{ path: pathname }} />
      ) : (
        frame.spaceKey !== undefined && (
          <Slot
            name="space.sidebar"
            context={{ spaceKey: frame.spaceKey, contentId: frame.contentId, collapsed, place: frame.spacePlace }}
          />
        )
      )}
    </SidebarFrameView>
  )
}

/** Resize handle; a click toggles the sidebar. */
function Handle() {
  const isLive = useIsLive()
  const { width } = useSidebar()
  const drag = useRef<{ startX: number; startWidth: number; moved: boolean } | null>(null)

  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { startX: event.clientX, startWidth: width, moved: false }
  }
  const move = (event: PointerEvent) => {
    const state = drag.current
    if (!state) return
    const by = (event.clientX - state.startX) * (document.dir === 'rtl' ? -1 : 1)
    if (!state.moved && Math.abs(by) < DRAG_FROM_PX) return
    state.moved = true
    sidebar.resize(state.startWidth + by, false)
  }
  const up = (event: PointerEvent) => {
    const state = drag.current
    drag.current = null
    if (!state) return
    const by = (event.clientX - state.startX) * (document.dir === 'rtl' ? -1 : 1)
    if (state.moved) sidebar.resize(state.startWidth + by, true)
    else sidebar.toggle()
  }
  const key = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX }[event.key]
    if (step !== undefined) {
      // Leaves the collapsed range in one step.
      sidebar.resize(width === SIDEBAR_COLLAPSED && step > 0 ? 160 : width + step, true)
    } else if (event.key === 'Enter') sidebar.toggle()
    else return
    event.preventDefault()
  }
  // Resizing needs script: the server sends a bare element.
  if (!isLive) return <div className="ox-sidebar-handle" />
  return (
    <div
      className="ox-sidebar-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Resize sidebar')}
      aria-valuenow={width}
      aria-valuemin={SIDEBAR_COLLAPSED}
      aria-valuemax={SIDEBAR_MAX}
      onPointerDown={down}
      onMouseDown={event => {
        // The handle moves away, and the browser would drag the link below it.
        event.preventDefault()
        event.currentTarget.focus({ preventScroll: true })
      }}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => {
        drag.current = null
      }}
      onKeyDown={key}
    />
  )
}

/** Modal behaviour of the open drawer: inert page, Escape, outside press, focus return. */
function useDrawer(element: RefObject<HTMLElement | null>, scrim: RefObject<HTMLElement | null>, open: boolean): void {
  useEffect(() => {
    if (!open) return
    const before = document.activeElement
    const others = document.querySelectorAll<HTMLElement>('.ox-topbar, .ox-column')
    for (const other of others) other.inert = true
    element.current?.focus({ preventScroll: true })
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') sidebar.setDrawerOpen(false)
    }
    const close = () => sidebar.setDrawerOpen(false)
    const beside = scrim.current
    document.addEventListener('keydown', escape)
    beside?.addEventListener('click', close)
    return () => {
      for (const other of others) other.inert = false
      document.removeEventListener('keydown', escape)
      beside?.removeEventListener('click', close)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [element, scrim, open])
}
