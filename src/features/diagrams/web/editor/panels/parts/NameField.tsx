import { useEffect, useRef } from 'react'
import { LIMITS } from '#diagrams/model/document.ts'
import './fields.css'

export interface NameFieldProps {
  label: string
  name: string
  /** Called with a changed, non-empty name. */
  onRename: (name: string) => void
  /** Called at the end, renamed or not. @param byKey the field had the focus, which must move */
  onDone: (byKey: boolean) => void
}

/** In-place rename: Enter or blur commits, Escape cancels. */
export function NameField({ label, name, onRename, onDone }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (isTaken: boolean, byKey: boolean) => {
    if (isOver.current) return
    isOver.current = true
    const typed = field.current?.value.trim() ?? ''
    if (isTaken && typed !== '' && typed !== name) onRename(typed)
    onDone(byKey)
  }
  return (
    <input
      ref={field}
      className="ox-de-name"
      aria-label={label}
      defaultValue={name}
      maxLength={LIMITS.name}
      spellCheck={false}
      onBlur={() => finish(true, false)}
      onPointerDown={event => event.stopPropagation()}
      onDoubleClick={event => event.stopPropagation()}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        finish(event.key === 'Enter', true)
      }}
    />
  )
}
