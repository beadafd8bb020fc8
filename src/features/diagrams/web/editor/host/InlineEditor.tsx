import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { EditorFrame } from './EditorFrame.tsx'
import type { Renamed, Saved, Target } from './session.ts'

export interface InlineEditorProps {
  target: Target
  /** On each save. */
  onSaved: (saved: Saved) => void
  onRenamed: (renamed: Renamed) => void
  onClose: () => void
}

/** The diagram editor over the page editor, whose text is preserved. */
export default function InlineEditor({ target, onSaved, onRenamed, onClose }: InlineEditorProps) {
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
      <EditorFrame target={target} isInline onSaved={onSaved} onRenamed={onRenamed} onLeave={close} />
    </dialog>
  )
}
