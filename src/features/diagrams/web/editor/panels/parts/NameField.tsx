import { useEffect, useRef } from 'react'
import { LIMITS } from '#diagrams/model/document.ts'
import './fields.css'

export interface NameFieldProps {
  label: string
  name: string
  /** Called with a name that is new and not empty. */
  onRename: (name: string) => void
  /** Called when it is over, renamed or not. @param byKey the focus was in the field and needs another place */
  onDone: (byKey: boolean) => void
}

/** A name that is changed in its place: Enter or leaving takes it over, Escape does not. */
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
