import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { listForEditor, type InlineComment } from '../../contract.ts'
import { refsIn } from './editor-markers.ts'

/** Time after a change within which markers of other editors are found, in milliseconds. */
const LOOK_MS = 300

const NONE: readonly InlineComment[] = []

/** Threads of a page that is edited, and those that are open and have their text, in its order. */
export function useEditorThreads(editor: Editor, pageId: string) {
  const list = useEndpoint(listForEditor, { params: { id: pageId } })
  const invalidate = useInvalidate()
  const [refs, setRefs] = useState<readonly string[]>([])
  const all = list.data ?? NONE
  const look = useEffectEvent(() => {
    const found = refsIn(editor.view.dom)
    if (found.join() === refs.join()) return
    // Comments of other editors exist before their markers do.
    const isNews = found.some(ref => !refs.includes(ref) && !all.some(({ markerRef }) => markerRef === ref))
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
  const open = all.filter(thread => !thread.resolveProperties.resolved && refs.includes(thread.markerRef))
  const threads = open
    .map(thread => ({ id: String(thread.id), ref: thread.markerRef }))
    .toSorted((a, b) => refs.indexOf(a.ref) - refs.indexOf(b.ref))
  return { list, threads }
}
