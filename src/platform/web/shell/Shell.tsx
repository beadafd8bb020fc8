import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FooterView, ShellView } from '#platform/view/frame/ShellView.tsx'
import type { Frame } from '../feature.ts'
import { useReader, useStartedMark } from '../reader.ts'
import { useFrame, useIsNavigating, useLocation } from '../router.tsx'
import { pageData } from '../session.ts'
import { useShortcut } from '../shortcuts/registry.ts'
import { Slot, slotFilled } from '../slots.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { AccessModeBanner } from './AccessModeBanner.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { MissingPartsInDocument } from './NotFoundScreen.tsx'
import { closePanels } from './panels.ts'
import { shortcutHelpShown } from './shortcut-help-shown.ts'
import type { ServerDocument } from './server-markup.ts'
import { Sidebar } from './Sidebar.tsx'
import { useSidebar } from './sidebar-store.ts'
import { TopBar } from './TopBar.tsx'

const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx'))

export function Shell({ sent }: { sent: ServerDocument }) {
  const reader = useReader()
  const { pathname, search } = useLocation()
  const [documentAddress] = useState(pathname + search)
  const isOfDocument = pathname + search === documentAddress
  const markup = isOfDocument ? sent.markup : undefined
  const screenFrame = useFrame()
  const frame: Frame = markup ? { layout: markup.layout } : screenFrame
  const navigating = useIsNavigating()
  const { width, collapsed } = useSidebar()
  const helpOpen = shortcutHelpShown.use()
  const { site, main } = pageData()
  const hasSidebar =
    frame.layout !== 'bare' &&
    (frame.sidebar === 'admin'
      ? slotFilled('admin.nav')
      : frame.spaceKey !== undefined || markup?.sidebar !== undefined)
  useStartedMark(markup !== undefined)
  useTitle(frame.title)
  useEffect(() => {
    if (!isOfDocument) sent.leave()
  }, [isOfDocument, sent])
  useFocusOnNavigation(pathname, navigating)
  useEffect(closePanels, [pathname, search])
  useShortcut({ id: 'frame.help', keys: '?', label: 'Show keyboard shortcuts', group: 'Everywhere' }, () =>
    shortcutHelpShown.set(true),
  )
  return (
    <>
      <ShellView
        reader={reader}
        layout={frame.layout ?? 'normal'}
        top={<Slot name="frame.top" context={screenFrame} />}
        header={<TopBar frame={frame} hasSidebar={hasSidebar} />}
        connection={<ConnectionBanner />}
        accessMode={<AccessModeBanner />}
        isNavigating={navigating}
        sidebar={hasSidebar && <Sidebar frame={frame} markup={markup?.sidebar} />}
        sidebarWidth={width}
        isSidebarCollapsed={collapsed}
        main={main === 'nothing' && !reader.isLive ? <noscript /> : <Outlet />}
        mainHtml={markup?.main}
        footer={
          <FooterView reader={reader} version={site.version} node={site.node}>
            <Slot name="frame.footer" context={screenFrame} />
          </FooterView>
        }
      />
      {reader.isLive && markup && <MissingPartsInDocument />}
      {reader.isLive && <Toasts />}
      {helpOpen && (
        <Suspense>
          <ShortcutHelp />
        </Suspense>
      )}
    </>
  )
}

function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} - ${pageData().site.title}`
  }, [title])
}

let lastPath: string | undefined

/** Focuses the content after navigation, as a new document would, unless the user is typing in the frame. */
function useFocusOnNavigation(pathname: string, navigating: boolean): void {
  const isWriting = useRef(false)
  useEffect(() => {
    const write = () => {
      isWriting.current = true
    }
    document.addEventListener('input', write, { capture: true })
    return () => document.removeEventListener('input', write, { capture: true })
  }, [])
  useLayoutEffect(() => {
    if (navigating) isWriting.current = false
  }, [navigating])
  useEffect(() => {
    if (
      lastPath !== undefined &&
      lastPath !== pathname &&
      !isWriting.current &&
      !document.activeElement?.closest('#main')
    ) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
    lastPath = pathname
  }, [pathname])
}
