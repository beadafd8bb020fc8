import { type Ref, useState, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { titleLabel } from '../words.ts'
import type { EditorSession } from './session.ts'

export interface TitleFieldProps {
  ref: Ref<HTMLTextAreaElement>
  session: EditorSession
  error: string | undefined
  isReadOnly: boolean
  onChange: () => void
  onEnter: () => void
}

/** Title field, sized as in view mode. */
export function TitleField({ ref, session, error, isReadOnly, onChange, onEnter }: TitleFieldProps) {
  const [title, setTitle] = useState(session.title)
  // Another text (restored copy, conflict) starts a new draft lifecycle.
  useSyncExternalStore(session.draft.subscribe, () => session.title)
  if (title !== session.title) setTitle(session.title)
  const label = t(titleLabel(session.view))
  return (
    <div className="ox-editor-title">
      <textarea
        ref={ref}
        id="content-title"
        name="title"
        className="ox-title"
        rows={1}
        dir="auto"
        value={title}
        maxLength={MAX_TITLE_LENGTH}
        aria-label={label}
        placeholder={label}
        required
        readOnly={isReadOnly}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'content-title-error' : undefined}
        onChange={event => {
          const next = event.target.value.replaceAll(/[\r\n]+/g, ' ')
          session.setTitle(next)
          setTitle(next)
          onChange()
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onEnter()
        }}
        onBlur={() => void session.draft.flush()}
      />
      {error && (
        <p id="content-title-error" className="ox-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
