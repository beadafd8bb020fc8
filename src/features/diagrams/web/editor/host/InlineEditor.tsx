import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { EditorFrame } from './EditorFrame.tsx'
import type { Saved, Target } from './session.ts'

export interface InlineEditorProps {
  target: Target
  /** Each time that it is stored. */
  onSaved: (saved: Saved) => void
  onClose: () => void
}

/** The diagram editor over a page that is being edited: what was written there stays as it is. */
export default function InlineEditor({ target, onSaved, onClose }: InlineEditorProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = dialog.current
    // The frame decides: it may hold what is not saved.
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
      <EditorFrame target={target} onSaved={onSaved} onLeave={close} />
    </dialog>
  )
}
