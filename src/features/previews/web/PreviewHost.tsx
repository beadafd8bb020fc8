import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from '#platform/web/router.tsx'
import { pageViewOptions } from '#features/content/web/index.ts'
import { commentIn, previewIn } from './address.ts'
import { opened, openPreview, previewAt } from './open.ts'

/** Opens the previewer from links and pictures of any screen, and by the address. */
export function PreviewHost() {
  const shown = opened.use()
  const client = useQueryClient()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const address = previewIn(search, hash)
    if (address) void openPreview(address)
    else opened.set(undefined)
    const named = address ? undefined : commentIn(search)
    if (!named) return
    let isGone = false
    // Ids of files lead to their page.
    client
      .ensureQueryData(pageViewOptions(named.id))
      .then(({ id: pageId }) => {
        if (isGone || pageId === named.id) return
        void openPreview({ pageId, fileId: named.id, commentId: named.commentId, mode: 'full' })
      })
      .catch(() => undefined) // The screen says why.
    return () => {
      isGone = true
    }
  }, [client, pathname, search, hash])
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
