import { type RefObject, useEffect } from 'react'
import { onSessionChange, sessionHasEnded } from '#platform/web/signed-in.ts'
import { takeDropsBeside } from './drop-beside.ts'
import { askForDiagram, listenForDiagrams, type DiagramTemplates } from './diagrams/opening.ts'
import type { EditorSession } from './session.ts'
import { focusStart } from './tiptap/create.ts'
import type { EditorTools } from './tools.ts'

interface EditorPlace {
  /** Where the text stands in the page. */
  place: RefObject<HTMLElement | null>
  title: RefObject<HTMLElement | null>
  session: EditorSession
  tools: EditorTools
  begins: DiagramTemplates | undefined
}

/** Puts the editor into the page, with the focus in it; keeps the draft whenever the writer looks away. */
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
      else void session.isApart()
    }
    const leave = ({ persisted }: PageTransitionEvent) => {
      // A page that the browser keeps may come back, and goes on with its draft then.
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
    // The session lives as long as this page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
