import { useEffect } from 'react'
import { useLocation } from '#platform/web/router.tsx'
import { previewIn } from './address.ts'
import { opened, openPreview, previewAt } from './open.ts'

/** Opens the previewer from links and pictures of any screen, and by the address. */
export function PreviewHost() {
  const shown = opened.use()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const address = previewIn(search, hash)
    if (address) void openPreview(address)
    else opened.set(undefined)
  }, [pathname, search, hash])
  useEffect(() => {
    const open = (event: MouseEvent | KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      if (event instanceof KeyboardEvent && !isPressOn(event)) return
      const address = previewAt(event.target)
      if (!address) return
      event.preventDefault()
      event.stopPropagation()
      void openPreview(address)
    }
    const events = new AbortController()
    // Before the links of the app are followed.
    document.addEventListener('click', open, { capture: true, signal: events.signal })
    document.addEventListener('keydown', open, { capture: true, signal: events.signal })
    return () => events.abort()
  }, [])
  return shown?.(() => opened.set(undefined))
}

/** Links are pressed by the browser itself; pictures are not. */
function isPressOn({ key, target }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof HTMLImageElement
}
