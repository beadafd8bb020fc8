import { type KeyboardEvent, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { textToStorage } from '../plain-text.ts'
import { OneForm } from './one-form.ts'
import { DiscardDialog } from './OneFormAtATime.tsx'

const MAX_LENGTH = 100_000
const MIN_ROWS = 3
const MAX_ROWS = 16

export interface CommentFormProps {
  label: string
  submitLabel: string
  /** What is changed: plain text, or storage format where plain text cannot say it. */
  initial?: { text: string; isStorage: boolean }
  /** Gets storage format. What it throws is shown. */
  onSubmit: (storage: string) => Promise<void>
  onCancel: () => void
  /** Closes the form without more: another one opens, and takes the focus. */
  onReplaced: () => void
}

/** A field for a comment. Ctrl or ⌘ with Enter sends it; text that would be lost is asked about. */
export function CommentForm({ label, submitLabel, initial = { text: '', isStorage: false }, onSubmit, onCancel, onReplaced }: CommentFormProps) {
  const [text, setText] = useState(initial.text)
  const [isAsking, setAsking] = useState(false)
  const isDirty = text !== initial.text && text.trim() !== ''
  useLeaveWarning(isDirty)
  const { hold } = useContext(OneForm)
  const readDirty = useEffectEvent(() => isDirty)
  const replace = useEffectEvent(onReplaced)
  useEffect(() => hold({ isDirty: () => readDirty(), close: () => replace() }), [hold])
  const send = useAction(async () => {
    const storage = initial.isStorage ? text.trim() : textToStorage(text)
    if (storage === '') throw new Error(t('Comment text is empty. Cannot create empty comments.'))
    await onSubmit(storage)
  })
  const leave = () => {
    if (isDirty) setAsking(true)
    else onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send.run()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  const rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, text.split('\n').length + 1))
  return (
    <form
      className="ox-comment-form"
      onSubmit={event => {
        event.preventDefault()
        void send.run()
      }}
    >
      <textarea
        className="ox-comment-text"
        data-storage={initial.isStorage || undefined}
        aria-label={label}
        placeholder={label}
        rows={rows}
        maxLength={MAX_LENGTH}
        // The field is opened by a button or a key, and nothing else could be meant next.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {initial.isStorage && <p className="ox-hint">{t('This comment holds more than plain text: you are changing its storage format.')}</p>}
      {send.error && <p className="ox-error" role="alert">{send.error.message}</p>}
      <ButtonRow>
        <Button type="submit" variant="primary" isPending={send.isPending}>
          {submitLabel}
        </Button>
        <Button onPress={leave}>{t('Cancel')}</Button>
        {!initial.isStorage && <span className="ox-hint ox-comment-tip">{t('`code`, links and paragraphs are kept')}</span>}
      </ButtonRow>
      {isAsking && (
        <DiscardDialog onConfirm={onCancel} onClose={() => setAsking(false)} />
      )}
    </form>
  )
}

/** Leaving the document with an unsent text asks first. */
function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
