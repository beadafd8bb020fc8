import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import type { Frame } from '../feature.ts'
import { t } from '../i18n.ts'
import { useFrame, useIsNavigating, useIsUnmatched, useLocation } from '../router.tsx'
import { pageData } from '../session.ts'
import { useShortcut } from '../shortcuts/registry.ts'
import { slotFilled } from '../slots.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { AccessModeBanner } from './AccessModeBanner.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Footer } from './Footer.tsx'
import { shortcutHelpShown } from './shortcut-help-shown.ts'
import { serverMarkup } from './server-markup.ts'
import { Sidebar } from './Sidebar.tsx'
import { useSidebar } from './sidebar-store.ts'
import { TopBar } from './TopBar.tsx'

const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx'))

/** The frame around every screen. Its markup equals the server's; see docs/developers/frame.md. */
export function Shell() {
  const unmatched = useIsUnmatched()
  const kept = unmatched ? serverMarkup() : undefined
  const screenFrame = useFrame()
  const frame: Frame = kept ? { layout: kept.layout } : screenFrame
  const navigating = useIsNavigating()
  const { width, collapsed } = useSidebar()
  const helpOpen = shortcutHelpShown.use()
  const { pathname } = useLocation()
  const hasSidebar =
    frame.layout !== 'bare' &&
    (frame.sidebar === 'admin' ? slotFilled('admin.nav') : frame.spaceKey !== undefined || kept?.sidebar !== undefined)
  useTitle(frame.title)
  useFocusOnNavigation(pathname, navigating)
  useShortcut({ id: 'frame.help', keys: '?', label: 'Show keyboard shortcuts', group: 'Everywhere' }, () => shortcutHelpShown.set(true))
  return (
    <>
      <a className="ox-skip" href="#main">
        {t('Skip to content')}
      </a>
      <TopBar frame={frame} hasSidebar={hasSidebar} />
      <div className="ox-progress" data-active={navigating || undefined} aria-hidden="true" />
      <ConnectionBanner />
      <AccessModeBanner />
      <div
        className="ox-frame"
        data-layout={frame.layout ?? 'normal'}
        data-sidebar={hasSidebar ? (collapsed ? 'collapsed' : 'expanded') : 'none'}
        style={{ '--ox-sidebar-width': `${width}px` }}
      >
        {hasSidebar && <Sidebar frame={frame} markup={kept?.sidebar} />}
        <div className="ox-column">
          <div id="main" className="ox-main" role="main" tabIndex={-1}>
            <Outlet />
          </div>
          <Footer />
        </div>
      </div>
      <Toasts />
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

/**
 * After going to another page, the keyboard and screen readers begin at its content, as with a new document; but whoever
 * has begun to write in the frame while the page was on its way goes on writing.
 */
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
    if (lastPath !== undefined && lastPath !== pathname && !isWriting.current && !document.activeElement?.closest('#main')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
    lastPath = pathname
  }, [pathname])
}
