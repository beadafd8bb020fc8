import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { EditorFrame } from './EditorFrame.tsx'
import type { Saved, Target } from './session.ts'

export interface InlineEditorProps {
  target: Target
  /** On each save. */
  onSaved: (saved: Saved) => void
  onClose: () => void
}

/** The diagram editor over the page editor, whose text is preserved. */
export default function InlineEditor({ target, onSaved, onClose }: InlineEditorProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = dialog.current
    // The frame decides: it may have unsaved changes.
    const stay = (event: Event) => event.preventDefault()
    element?.addEventListener('cancel', stay)
    element?.showModal()
    return () => {
      element?.removeEventListener('cancel', stay)
      element?.close()
    }
  }, [])
  return (
    <dialog ref={dialog} className="ox-diagram-inline" aria-label={t('Diagram editor')}>
      <EditorFrame target={target} isInline onSaved={onSaved} onLeave={close} />
    </dialog>
  )
}
