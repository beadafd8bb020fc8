import { useEffect, useId, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { EditorTools } from './tools.ts'

/** Keys that stay in the text or lead back to it: Tab leaves the text after Escape only, and Escape leaves the tools. */
export function TextKeys({ tools }: { tools: EditorTools }) {
  const { dom } = tools.editor.view
  const [isLeaving, setLeaving] = useState(false)
  const id = useId()
  useEffect(() => {
    let leaves = false
    const setLeaves = (next: boolean) => setLeaving((leaves = next))
    // After the editor's keys: Tab indents, or goes to the next cell.
    const inText = (event: KeyboardEvent) => {
      if (event.key === 'Shift' || event.isComposing) return
      const isTab = event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey
      if (isTab && !leaves) event.preventDefault()
      setLeaves(event.key === 'Escape')
    }
    const stay = () => setLeaves(false)
    const inTools = (event: KeyboardEvent) => {
      const isTool = event.target instanceof Element && event.target.closest('.ox-tool-row, .ox-bubble') !== null
      if (event.key === 'Escape' && isTool) tools.editor.view.focus()
    }
    dom.setAttribute('aria-describedby', id)
    dom.addEventListener('keydown', inText)
    dom.addEventListener('blur', stay)
    document.addEventListener('keydown', inTools, { capture: true })
    return () => {
      dom.removeAttribute('aria-describedby')
      dom.removeEventListener('keydown', inText)
      dom.removeEventListener('blur', stay)
      document.removeEventListener('keydown', inTools, { capture: true })
    }
  }, [dom, id, tools])
  return (
    <>
      <p id={id} className="ox-visually-hidden">
        {t('Tab stays in the text. Press Escape and then Tab to leave it.')}
      </p>
      <p role="status" className="ox-visually-hidden">
        {isLeaving && t('Press Tab to leave the text.')}
      </p>
    </>
  )
}
