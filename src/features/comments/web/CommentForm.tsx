import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type RefObject, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { CaptchaField, useCaptcha, withCaptcha, type CaptchaHeaders } from '#features/captcha/web/index.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import type { SmallEditorHandle, SmallEditorProps, SmallText } from '#features/editor/web/index.ts'
import { FilePage } from './file-page.ts'
import { HasToolbar } from './has-toolbar.ts'
import { commentDraft, tidyCommentDrafts, type DraftPlace } from './drafts.ts'
import { useLeaveWarning } from './leaving.ts'
import { OneForm } from './one-form.ts'
import { DiscardDialog } from './OneFormAtATime.tsx'
import { pendingQuote } from './quote.ts'

export interface CommentFormProps {
  /** Page, post or file that the comment is on. */
  pageId: string
  place: DraftPlace
  label: string
  submitLabel: string
  /** Comment being edited, also as it is shown. */
  edited?: { storage: string; version: number; html: string }
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
 * Comment in the editor of pages. Ctrl or ⌘ with Enter sends. Unsent text is stored on the device; discarding it
 * requires confirmation.
 * @param Editor loaded with this form
 */
export function CommentForm({
  Editor,
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
}: CommentFormProps & { Editor: ComponentType<SmallEditorProps> }) {
  const editor = useRef<SmallEditorHandle>(null)
  const form = useRef<HTMLFormElement>(null)
  const hasToolbar = useContext(HasToolbar)
  const page = useTextPage(pageId)
  const captcha = useCaptcha(needsCaptcha)
  const { begin, keep, isDirty, isRestored, forget } = useDraftText(pageId, place, edited)
  useQuote(takesQuotes && !page.isPending, editor)
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
    const storage = (await editor.current?.finish()) ?? ''
    if (storage === '') throw new Error(t('Comment text is empty. Cannot create empty comments.'))
    if (await withCaptcha(captcha, headers => onSubmit(storage, begin.version ?? 0, headers))) forget()
  })
  const leave = async () => {
    if (!isDirty || (await ask())) onCancel()
  }
  // Its buttons, too, where it opens at the bottom of the window.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [page.isPending])
  // The page's answer decides what may be attached. It is known already unless an older version is shown.
  if (page.isPending) return null
  return (
    <form
      ref={form}
      className="ox-comment-form"
      onSubmit={event => {
        event.preventDefault()
        // Forms of the editor's dialogs are inside of this one for React.
        if (event.target === event.currentTarget) void send.run()
      }}
    >
      <Editor
        ref={editor}
        view={page.view}
        label={label}
        hasToolbar={hasToolbar}
        storage={begin.storage}
        people={begin.people}
        isLocked={send.isPending}
        onChange={keep}
        onSend={() => void send.run()}
        onLeave={() => void leave()}
      />
      {isRestored && (
        <p className="ox-hint" role="status">
          {t('This is the text that you had not sent.')}
        </p>
      )}
      {captcha && <CaptchaField captcha={captcha} />}
      <ErrorText error={send.error} />
      <ButtonRow>
        <Button type="submit" id="rte-button-publish" variant="primary" isPending={send.isPending}>
          {submitLabel}
        </Button>
        <Button onPress={() => void leave()}>{t('Cancel')}</Button>
      </ButtonRow>
      {question}
    </form>
  )
}

/** The page that a comment belongs to: the one that it is on, or that has the file that it is on. */
function useTextPage(pageId: string): { isPending: boolean; view: SmallEditorProps['view'] } {
  const filePage = useContext(FilePage)
  const id = filePage ?? pageId
  const { data, isPending } = useQuery(pageViewOptions(id))
  const canAttach = data?.id === id && data.permissions.createAttachment
  const space = { key: data?.space.key ?? '' }
  return { isPending, view: { id: data?.id ?? id, space, canAttach, isOnFile: filePage !== undefined } }
}

/** Text of a comment, stored on the device while it differs from the initial one. */
function useDraftText(pageId: string, place: DraftPlace, edited: CommentFormProps['edited']) {
  const [draft] = useState(() => commentDraft(pageId, place))
  const [restored] = useState(() => draft.read())
  const [begin] = useState(() => ({
    storage: restored?.storage ?? edited?.storage ?? '',
    version: restored?.version ?? edited?.version,
    people: { ...mentionedIn(edited?.html ?? ''), ...restored?.people },
  }))
  const { version } = begin
  const [isDirty, setDirty] = useState(restored !== undefined && begin.storage !== '')
  useEffect(() => tidyCommentDrafts(Date.now()), [])
  const keep = ({ storage, isChanged, people }: SmallText) => {
    const isWritten = (restored !== undefined || isChanged) && storage !== ''
    // At once: the page may be left before the next render.
    if (isWritten) draft.write({ storage, people, ...(version === undefined ? {} : { version }) })
    else draft.forget()
    setDirty(isWritten)
  }
  return { begin, keep, isDirty, isRestored: restored !== undefined, forget: draft.forget }
}

/** Display names of those whom a rendered comment mentions, by key and user name. */
function mentionedIn(html: string): Record<string, string> {
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll<HTMLElement>('a.user-mention')
  return Object.fromEntries(
    [...links].flatMap(({ dataset, textContent: name }) =>
      [dataset['userkey'], dataset['username']].flatMap(key => (key === undefined ? [] : [[key, name] as const])),
    ),
  )
}

/** Adds a text that waits to be quoted, and puts the cursor behind it. */
function useQuote(isOn: boolean, editor: RefObject<SmallEditorHandle | null>): void {
  const quote = pendingQuote.use()
  // After each rendering, since the editor may not be there yet: then the text waits.
  useEffect(() => {
    if (!isOn || !quote || !editor.current) return
    pendingQuote.set(undefined)
    editor.current.quote(quote.text)
  })
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
