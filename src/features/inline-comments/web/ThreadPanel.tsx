import { useEffect } from 'react'
import { useEndpoint } from '#platform/web/query.ts'
import { listInline } from '../contract.ts'
import { neighbour, shownThreads } from '../threads.ts'
import { buttonId, keepInView, markersOf } from './markers.ts'
import { NewThread } from './NewThread.tsx'
import { PanelFrame } from './PanelFrame.tsx'
import { type Opened, opened } from './state.ts'
import { ThreadView, type ThreadViewProps } from './ThreadView.tsx'
import { useInlinePart } from './useInlinePart.ts'

/** Thread on marked text, or the form of a new one, in the rail of the page; a sheet on narrow screens. */
export default function ThreadPanel({ now }: { now: Opened }) {
  const { threads } = useInlinePart(now.pageId)
  const id = now.kind === 'thread' ? now.id : undefined
  const ref = threads.find(thread => thread.id === id)?.ref
  const range = now.kind === 'new' ? now.range : undefined
  useEffect(() => {
    // The text has made room for the panel, which may have moved it.
    const text = range ?? (ref === undefined ? undefined : markersOf(ref)[0])
    if (text) keepInView(text)
  }, [range, ref])
  const close = () => {
    opened.set(undefined)
    const button = id === undefined ? null : document.getElementById(buttonId(id))
    ;(button ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }
  const shown = shownThreads(threads, id)
  const go = (step: 1 | -1) => {
    const next = neighbour(shown, id, step)
    if (next) opened.set({ pageId: now.pageId, kind: 'thread', id: next.id })
  }
  return (
    <PanelFrame threadId={id} opened={now} go={id !== undefined && shown.length > 1 ? go : undefined} onClose={close}>
      {now.kind === 'new' ? (
        <NewThread now={now} onClose={close} />
      ) : (
        <PublishedThread pageId={now.pageId} id={now.id} focusedId={now.focusedId} onGone={close} />
      )}
    </PanelFrame>
  )
}

function PublishedThread(props: Omit<ThreadViewProps, 'list'>) {
  return <ThreadView {...props} list={useEndpoint(listInline, { query: { containerId: props.pageId } })} />
}
