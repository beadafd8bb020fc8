import { type RefObject, useEffect } from 'react'
import { onSessionChange, sessionHasEnded } from '#platform/web/signed-in.ts'
import { takeDropsBeside } from './drop-beside.ts'
import { askForDiagram, listenForDiagrams, type DiagramTemplates } from './diagrams/opening.ts'
import type { EditorSession } from './session.ts'
import { focusStart } from './tiptap/create.ts'
import type { EditorTools } from './tools.ts'

interface EditorPlace {
  place: RefObject<HTMLElement | null>
  title: RefObject<HTMLElement | null>
  session: EditorSession
  tools: EditorTools
  begins: DiagramTemplates | undefined
}

/** Mounts and focuses the editor; saves the draft on blur and hide. */
export function useEditorPlace({ place, title, session, tools, begins }: EditorPlace): void {
  const { view } = session
  useEffect(() => {
    const here = place.current
    if (!here) return
    here.append(session.element)
    if (view.isNew && view.title === '') title.current?.focus()
    else focusStart(session.editor)
    const turned = () => {
      if (document.visibilityState === 'hidden') void session.draft.flush()
      else void session.hasDiverged()
    }
    const leave = ({ persisted }: PageTransitionEvent) => {
      // A page in the back/forward cache may resume its draft.
      if (persisted) session.draft.leave()
      else session.leave()
    }
    const blur = () => void session.draft.flush()
    const online = () => void session.draft.flush()
    const unwatch = onSessionChange(() => {
      if (!sessionHasEnded()) void session.draft.flush()
    })
    document.addEventListener('visibilitychange', turned)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', online)
    session.editor.on('blur', blur)
    const unlisten = listenForDiagrams(tools)
    const undrop = takeDropsBeside(session.editor.view)
    if (begins) askForDiagram(tools, begins)
    return () => {
      document.removeEventListener('visibilitychange', turned)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', online)
      unlisten()
      undrop()
      unwatch()
      session.dispose()
    }
    // Once per mount: the session lives as long as the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
