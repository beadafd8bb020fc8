import { useEffectEvent, useLayoutEffect } from 'react'
import { hasModal } from '#platform/web/modal.ts'
import type { EditorSession } from './session.ts'
import type { EditorTools } from './tools.ts'

/** Page-wide editor shortcuts: toolbar, publish, save draft, link, list of shortcuts. */
export function useEditorKeys(session: EditorSession, tools: EditorTools, publish: () => void): void {
  const keys = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 's' && !event.shiftKey) {
      event.preventDefault()
      void session.draft.flush()
    }
    // Keys of the text come often, and the rest looks through the page.
    if (!event.ctrlKey && !event.metaKey && !event.altKey) return
    // Comments beside the text have separate keys.
    if (event.target instanceof Element && event.target.closest('.ox-rail')) return
    // Publishing below a dialog would discard its work.
    if (hasModal()) return
    if (event.altKey && event.key === 'F10') {
      event.preventDefault()
      document.querySelector<HTMLElement>('.ox-toolbar button:not([disabled])')?.focus()
    }
    if (!(event.ctrlKey || event.metaKey)) return
    // With Alt, it replaces all in the search bar.
    if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault()
      event.stopPropagation()
      publish()
    } else if (event.key === 'k' && session.editor.isFocused) {
      event.preventDefault()
      event.stopPropagation()
      tools.open('link')
    } else if (event.key === '/') {
      event.preventDefault()
      event.stopPropagation()
      tools.open('shortcuts')
    }
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => keys(event)
    // Capture, before the editor's own bindings.
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
}
