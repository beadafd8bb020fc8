import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import type { ResponseOf } from '#platform/contract.ts'
import { pageData } from '#platform/web/session.ts'
import { listForEditor } from '../../contract.ts'
import { refsIn } from './editor-markers.ts'

/** Time after a change within which markers of other editors are found, in milliseconds. */
const LOOK_MS = 300

const NONE: ResponseOf<typeof listForEditor> = []

/**
 * Threads of a page that is edited: those that are open and have their text, in its order, and the viewer's that are
 * not published and whose text is gone.
 */
export function useEditorThreads(editor: Editor, pageId: string) {
  const list = useEndpoint(listForEditor, { params: { id: pageId } })
  const invalidate = useInvalidate()
  const [refs, setRefs] = useState<readonly string[]>()
  const all = list.data ?? NONE
  const look = useEffectEvent(() => {
    const found = refsIn(editor.view.dom)
    if (found.join() === refs?.join()) return
    // Comments of other editors exist before their markers do.
    const isNews = found.some(ref => !refs?.includes(ref) && !all.some(({ markerRef }) => markerRef === ref))
    setRefs(found)
    if (isNews) void invalidate(listForEditor)
  })
  useEffect(() => {
    let timer: number | undefined
    const later = () => {
      timer ??= window.setTimeout(() => {
        timer = undefined
        if (!editor.isDestroyed) look()
      }, LOOK_MS)
    }
    later()
    editor.on('update', later)
    return () => {
      window.clearTimeout(timer)
      editor.off('update', later)
    }
  }, [editor])
  const open = all.filter(({ resolveProperties }) => !resolveProperties.resolved)
  const threads = open
    .filter(({ markerRef }) => refs?.includes(markerRef))
    .map(threadOf)
    .toSorted((a, b) => (refs ?? []).indexOf(a.ref) - (refs ?? []).indexOf(b.ref))
  const username = pageData().user?.username
  const lost = open
    .filter(
      ({ isDraft, authorUserName, markerRef }) => isDraft && authorUserName === username && !refs?.includes(markerRef),
    )
    .map(threadOf)
  return { list, threads, lost: refs ? lost : [] }
}

const threadOf = ({ id, markerRef }: { id: number; markerRef: string }) => ({ id: String(id), ref: markerRef })
