import { type KeyboardEvent, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { CaptchaField, useCaptcha, withCaptcha, type CaptchaHeaders } from '#features/captcha/web/index.ts'
import { asQuote, storageToText, textToStorage } from '../plain-text.ts'
import { commentDraft, tidyCommentDrafts, type CommentDraft, type DraftPlace } from './drafts.ts'
import { useLeaveWarning } from './leaving.ts'
import { OneForm } from './one-form.ts'
import { DiscardDialog } from './OneFormAtATime.tsx'
import { pendingQuote } from './quote.ts'

const MAX_LENGTH = 100_000
const MIN_ROWS = 3
const MAX_ROWS = 16

export interface CommentFormProps {
  pageId: string
  place: DraftPlace
  label: string
  submitLabel: string
  /** Comment being edited. */
  edited?: { storage: string; version: number }
  /** Whether the comment needs a captcha. */
  needsCaptcha?: boolean
  /** Receives storage format, the edited version, and the headers of the call. Errors are shown. */
  onSubmit: (storage: string, version: number, headers: CaptchaHeaders) => Promise<void>
  onCancel: () => void
  /** Whether a text that waits to be quoted is added here. */
  takesQuotes?: boolean
  /** Called when another form replaces this one and takes the focus. */
  onReplaced: () => void
}

/**
 * Comment field. Ctrl or ⌘ with Enter sends. Unsent text is stored on the device; discarding it requires confirmation.
 */
export function CommentForm({
  pageId,
  place,
  label,
  submitLabel,
  edited,
  needsCaptcha = false,
  onSubmit,
  takesQuotes = false,
  onCancel,
  onReplaced,
}: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const captcha = useCaptcha(needsCaptcha)
  const { text, setText, isStorage, version, isDirty, isRestored, forget } = useDraftText(pageId, place, edited)
  useQuote(takesQuotes, field, setText)
  const { question, ask } = useQuestion(forget)
  useLeaveWarning(isDirty, async () => {
    const isDiscarded = await ask()
    if (isDiscarded) onReplaced()
    return isDiscarded
  })
  useReplaceable(isDirty, () => {
    forget()
    onReplaced()
  })
  const send = useAction(async () => {
    const storage = isStorage ? text.trim() : textToStorage(text)
    if (storage === '') throw new Error(t('Comment text is empty. Cannot create empty comments.'))
    if (await withCaptcha(captcha, headers => onSubmit(storage, version, headers))) forget()
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
        ref={field}
        className="ox-comment-text"
        data-storage={isStorage || undefined}
        aria-label={label}
        placeholder={label}
        rows={rows}
        maxLength={MAX_LENGTH}
        // Opened by the user's action, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Hints isRestored={isRestored} isStorage={isStorage} />
      {captcha && <CaptchaField captcha={captcha} />}
      <ErrorText error={send.error} />
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

/** What the writer has to know of the text in the field. */
function Hints({ isRestored, isStorage }: { isRestored: boolean; isStorage: boolean }) {
  return (
    <>
      {isRestored && (
        <p className="ox-hint" role="status">
          {t('This is the text that you had not sent.')}
        </p>
      )}
      {isStorage && (
        <p className="ox-hint">{t('This comment holds more than plain text: you are changing its storage format.')}</p>
      )}
    </>
  )
}

/** Text of a comment, stored on the device while it differs from the initial one. */
function useDraftText(pageId: string, place: DraftPlace, edited: CommentFormProps['edited']) {
  const [initial] = useState(() => initialDraft(edited))
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
  return { text, setText, isStorage, version, isDirty, isRestored: restored !== undefined, forget: draft.forget }
}

/** Adds a text that waits to be quoted, and puts the cursor behind it. */
function useQuote(
  isOn: boolean,
  field: { readonly current: HTMLTextAreaElement | null },
  setText: (change: (text: string) => string) => void,
): void {
  const quote = pendingQuote.use()
  useEffect(() => {
    if (!isOn || !quote) return
    pendingQuote.set(undefined)
    setText(text => (text.trim() === '' ? asQuote(quote.text) : `${text.trimEnd()}\n\n${asQuote(quote.text)}`))
    // After the text is shown.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
      field.current?.scrollIntoView({ block: 'nearest' })
    })
  }, [isOn, quote, field, setText])
}

/** Edited content: plain text, or storage format where plain text cannot express it. */
function initialDraft(edited: CommentFormProps['edited']): CommentDraft {
  if (!edited) return { text: '', isStorage: false }
  const text = storageToText(edited.storage)
  return { text: text ?? edited.storage, isStorage: text === undefined, version: edited.version }
}

/** Registers this form as the open one, which another form may replace. */
function useReplaceable(isDirty: boolean, onReplaced: () => void): void {
  const { hold } = useContext(OneForm)
  const readDirty = useEffectEvent(() => isDirty)
  const replace = useEffectEvent(onReplaced)
  useEffect(() => hold({ isDirty: () => readDirty(), close: () => replace() }), [hold])
}

/** Confirmation before unsent text is discarded. A later request replaces an earlier one. */
function useQuestion(onDiscard: () => void) {
  const answer = useRef<(isDiscarded: boolean) => void>(undefined)
  const isConfirmed = useRef(false)
  const [isAsking, setAsking] = useState(false)
  // Unmounting answers a pending request.
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
