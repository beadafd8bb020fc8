import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from '#platform/web/router.tsx'
import { isDeleteComplete } from './deleted-hierarchy.ts'

const DeleteComplete = lazy(() => import('./DeleteComplete.tsx'))
const CopyDialog = lazy(() => import('./CopyDialog.tsx'))
const MoveDialog = lazy(() => import('./MoveDialog.tsx'))
const DeleteDialog = lazy(() => import('./DeleteDialog.tsx'))

/** Addresses that open as dialogs; without script they are forms. */
const DIALOGS = {
  '/pages/copypage.action': { parameter: 'idOfPageToCopy', Dialog: CopyDialog },
  '/pages/movepage.action': { parameter: 'pageId', Dialog: MoveDialog },
  '/pages/removepage.action': { parameter: 'pageId', Dialog: DeleteDialog },
} as const
const POPUPS: readonly string[] = [
  '/plugins/viewsource/viewpagesrc.action',
  '/plugins/viewstorage/viewpagestorage.action',
]
const POPUP_SIZE = 'popup,width=800,height=600'

/** Opens page actions as dialogs, and source links as pop-ups. */
export function PageDialogs({ pageId }: { pageId: string }) {
  const [path, setPath] = useState<keyof typeof DIALOGS>()
  const { hash } = useLocation()
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
    const search = new URLSearchParams(link.search)
    if (POPUPS.includes(link.pathname)) {
      if (!window.open(link.href, '_blank', POPUP_SIZE)) return
      event.preventDefault()
      // Closes the menu.
      link.closest<HTMLElement>('[popover]')?.hidePopover()
      return
    }
    const entry = Object.entries(DIALOGS).find(([address]) => address === link.pathname)
    if (!entry || search.get(entry[1].parameter) !== pageId) return
    event.preventDefault()
    setPath(entry[0] as keyof typeof DIALOGS)
  })
  useEffect(() => {
    // Before the app's link listener.
    const listener = (event: MouseEvent) => onClick(event)
    document.addEventListener('click', listener, { capture: true })
    return () => document.removeEventListener('click', listener, { capture: true })
  }, [])
  if (isDeleteComplete(hash ? `#${hash.replace(/^#/, '')}` : ''))
    return (
      <Suspense>
        <DeleteComplete />
      </Suspense>
    )
  if (!path) return null
  const { Dialog } = DIALOGS[path]
  return (
    <Suspense>
      <Dialog pageId={pageId} onClose={() => setPath(undefined)} />
    </Suspense>
  )
}
