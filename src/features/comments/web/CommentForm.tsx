import { type KeyboardEvent, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { textToStorage } from '../plain-text.ts'
import { commentDraft, tidyCommentDrafts, type CommentDraft, type DraftPlace } from './drafts.ts'
import { useLeaveWarning } from './leaving.ts'
import { OneForm } from './one-form.ts'
import { DiscardDialog } from './OneFormAtATime.tsx'

const MAX_LENGTH = 100_000
const MIN_ROWS = 3
const MAX_ROWS = 16

export interface CommentFormProps {
  pageId: string
  place: DraftPlace
  label: string
  submitLabel: string
  /** What is changed: plain text, or storage format where plain text cannot say it. */
  initial?: CommentDraft
  /** Gets storage format, and the version that it changes. What it throws is shown. */
  onSubmit: (storage: string, version: number) => Promise<void>
  onCancel: () => void
  /** Closes the form without more: another one opens, and takes the focus. */
  onReplaced: () => void
}

/**
 * A field for a comment. Ctrl or ⌘ with Enter sends it. What is written is kept on this device until it is sent or
 * discarded; text that would be lost is asked about.
 */
export function CommentForm({ pageId, place, label, submitLabel, initial = NOTHING, onSubmit, onCancel, onReplaced }: CommentFormProps) {
  const [draft] = useState(() => commentDraft(pageId, place))
  const [restored] = useState(() => draft.read())
  const { isStorage, version = 0 } = restored ?? initial
  const [text, setText] = useState(restored?.text ?? initial.text)
  const isDirty = text !== initial.text && text.trim() !== ''
  useEffect(() => tidyCommentDrafts(Date.now()), [])
  useEffect(() => {
    if (isDirty) draft.write({ text, isStorage, version })
    else draft.forget()
  }, [draft, isDirty, text, isStorage, version])

  const { question, ask } = useQuestion(() => draft.forget())
  useLeaveWarning(isDirty, async () => {
    const isDiscarded = await ask()
    if (isDiscarded) onReplaced()
    return isDiscarded
  })
  const { hold } = useContext(OneForm)
  const readDirty = useEffectEvent(() => isDirty)
  const replace = useEffectEvent(() => {
    draft.forget()
    onReplaced()
  })
  useEffect(() => hold({ isDirty: () => readDirty(), close: () => replace() }), [hold])
  const send = useAction(async () => {
    const storage = isStorage ? text.trim() : textToStorage(text)
    if (storage === '') throw new Error(t('Comment text is empty. Cannot create empty comments.'))
    await onSubmit(storage, version)
    draft.forget()
  })
  const leave = async () => {
    if (!isDirty || (await ask())) onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send.run()
    else if (event.key === 'Escape') void leave()
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
        data-storage={isStorage || undefined}
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
      {restored && <p className="ox-hint" role="status">{t('This is the text that you had not sent.')}</p>}
      {isStorage && <p className="ox-hint">{t('This comment holds more than plain text: you are changing its storage format.')}</p>}
      {send.error && <p className="ox-error" role="alert">{send.error.message}</p>}
      <ButtonRow>
        <Button type="submit" id="rte-button-publish" variant="primary" isPending={send.isPending}>
          {submitLabel}
        </Button>
        <Button onPress={() => void leave()}>{t('Cancel')}</Button>
        {!isStorage && <span className="ox-hint ox-comment-tip">{t('`code`, links and paragraphs are kept')}</span>}
      </ButtonRow>
      {question}
    </form>
  )
}

const NOTHING: CommentDraft = { text: '', isStorage: false }

/** Asks whether what was written may be lost; when it may, `onDiscard` runs. One question at a time: a later one takes its place. */
function useQuestion(onDiscard: () => void) {
  const answer = useRef<(isDiscarded: boolean) => void>(undefined)
  const isConfirmed = useRef(false)
  const [isAsking, setAsking] = useState(false)
  // A form that goes away holds nobody back.
  useEffect(() => () => answer.current?.(true), [])
  const ask = () => {
    answer.current?.(false)
    isConfirmed.current = false
    setAsking(true)
    return new Promise<boolean>(resolve => {
      answer.current = resolve
    })
  }
  const question = isAsking && (
    <DiscardDialog
      onConfirm={() => {
        isConfirmed.current = true
      }}
      onClose={() => {
        setAsking(false)
        if (isConfirmed.current) onDiscard()
        answer.current?.(isConfirmed.current)
        answer.current = undefined
      }}
    />
  )
  return { question, ask }
}
