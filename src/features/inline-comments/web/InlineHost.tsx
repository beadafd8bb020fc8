import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from '#platform/web/router.tsx'
import { track } from '#platform/web/tracking.ts'
import type { InlineThread } from '../contract.ts'
import { shownThreads } from '../threads.ts'
import { isOn } from './dark-features.ts'
import { activateMarker, connectMarkers } from './markers.ts'
import { opened, resolvedOf } from './state.ts'
import { useInlinePart, useRefresh } from './useInlinePart.ts'

const ResolvedDialog = lazy(() => import('./ResolvedDialog.tsx'))

/** Connects the marked text of a page with its threads. */
export default function InlineHost({ pageId }: { pageId: string }) {
  const { view, threads } = useInlinePart(pageId)
  const now = opened.use()
  const activeId = now?.kind === 'thread' && now.pageId === pageId ? now.id : undefined
  const shown = shownThreads(threads, activeId)
  const key = shown.map(({ id, ref }) => `${id} ${ref}`).join('\n')
  const open = (id: string) => {
    track('confluence.inline-comment.open', { contentId: pageId })
    opened.set({ pageId, kind: 'thread', id })
  }
  const connect = useEffectEvent(() => connectMarkers(shown, open))
  // The article element is created again for each new text.
  useEffect(() => connect(), [view?.html, key])
  const ref = threads.find(thread => thread.id === activeId)?.ref
  useEffect(() => (ref === undefined ? undefined : activateMarker(ref)), [ref, view?.html, key])
  useNamedThread(pageId, threads)
  const mayComment = view?.permissions.createComment === true && view.status === 'current'
  useDangling(threads, mayComment && isOn('confluence-inline-comments-dangling-comment'))
  if (resolvedOf.use() !== pageId) return null
  return (
    <Suspense>
      <ResolvedDialog pageId={pageId} onClose={() => resolvedOf.set(undefined)} />
    </Suspense>
  )
}

/** Opens the thread of the comment in the address, once. */
function useNamedThread(pageId: string, threads: readonly InlineThread[]): void {
  const { search } = useLocation()
  const named = new URLSearchParams(search).get('focusedCommentId')
  const done = useRef<string>(undefined)
  const thread = threads.find(({ id, replies }) => id === named || replies.some(reply => reply === named))
  const openNamed = useEffectEvent(() => {
    if (named === null || thread === undefined || done.current === named) return
    done.current = named
    opened.set({ pageId, kind: 'thread', id: thread.id, focusedId: named })
  })
  useEffect(() => openNamed(), [named, thread?.id])
}

/** Resolves threads whose text is gone, as the first reader who may sees them. */
function useDangling(threads: readonly InlineThread[], mayResolve: boolean): void {
  const tried = useRef(new Set<string>())
  const refresh = useRefresh()
  const gone = mayResolve ? threads.filter(thread => thread.dangling && !thread.resolved) : []
  const key = gone.map(({ id }) => id).join(' ')
  const resolve = useEffectEvent(async () => {
    const ids = gone.map(({ id }) => id).filter(id => !tried.current.has(id))
    for (const id of ids) tried.current.add(id)
    if (ids.length === 0) return
    const { resolveDangling } = await import('./resolving.ts')
    await resolveDangling(ids)
    await refresh()
  })
  useEffect(() => {
    if (key !== '') resolve().catch(reportError)
  }, [key])
}
