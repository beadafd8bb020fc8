import { type ComponentType, useEffect, useState } from 'react'
import { checkAccessMode, isReadOnly } from '#platform/web/access-mode.ts'
import { t } from '#platform/web/i18n.ts'
import { loadSmallEditor } from '#features/editor/web/index.ts'
import { addCommentPath, editCommentPath, replyCommentPath } from '../addresses.ts'
import type { CommentFormProps } from './CommentForm.tsx'
import type { DraftPlace } from './drafts.ts'
import { SHOW_COMMENTS } from '../threads.ts'

/** Timeout for loading the form's code. */
const LOAD_TIMEOUT_MS = 8000
/** Set in the session's storage while the form could not be loaded. */
const FAILED_KEY = 'oxbow-comment-form-failed'

let loaded: ComponentType<CommentFormProps> | undefined

/** Loads the form and its editor. @throws TypeError when that fails */
async function load(): Promise<void> {
  const [{ CommentForm: Form }, { SmallEditor }] = await Promise.all([import('./CommentForm.tsx'), loadSmallEditor()])
  loaded ??= props => <Form {...props} Editor={SmallEditor} />
}

/** Begins to load the form before it is asked for, such as when the pointer comes near. */
export function preloadCommentForm(): void {
  // The failure is shown when a reader opens the form.
  if (!isReadOnly()) load().catch(() => undefined)
}

type Refusal = 'read-only' | 'failed'

/**
 * Comment form; its code is loaded on first use. If that fails, a message offers to try again; if it fails again, the
 * form at a separate address is opened.
 */
export function CommentForm(props: CommentFormProps) {
  const [Form, setForm] = useState<ComponentType<CommentFormProps> | undefined>(() => loaded)
  const [refusal, setRefusal] = useState<Refusal | undefined>(() => (isReadOnly() ? 'read-only' : undefined))
  const { pageId, place } = props
  useEffect(() => {
    if (Form) return
    let isGone = false
    const fail = () => {
      if (isGone) return
      if (hasFailedBefore()) window.location.assign(formPath(pageId, place))
      else setRefusal('failed')
    }
    const timer = window.setTimeout(fail, LOAD_TIMEOUT_MS)
    // Whether the wiki can be changed may be another thing than when the page was loaded.
    Promise.all([load(), checkAccessMode()])
      .then(() => {
        clearFailure()
        if (isGone) return
        if (isReadOnly()) setRefusal('read-only')
        setForm(() => loaded)
      }, fail)
      .finally(() => window.clearTimeout(timer))
    return () => {
      isGone = true
      window.clearTimeout(timer)
    }
  }, [Form, pageId, place])
  if (refusal !== undefined) return <Refused refusal={refusal} />
  if (Form) return <Form {...props} />
  return (
    <p className="ox-hint" role="status">
      {t('Loading…')}
    </p>
  )
}

function Refused({ refusal }: { refusal: Refusal }) {
  if (refusal === 'read-only')
    return (
      <div className="ox-error" role="alert">
        <strong>{t('This site is read-only')}</strong>
        <p>{t("You can't make changes right now.")}</p>
      </div>
    )
  return (
    <div className="ox-error" role="alert">
      <strong>{t('Error')}</strong>
      <p>{t('Error loading the comment editor. Please refresh the page to try again.')}</p>
      <a href={retryHref()} data-native>
        {t('Try again')}
      </a>
    </div>
  )
}

/** Whether loading has failed before in this tab, which this call notes. */
function hasFailedBefore(): boolean {
  try {
    const before = sessionStorage.getItem(FAILED_KEY) !== null
    sessionStorage.setItem(FAILED_KEY, 'true')
    return before
  } catch {
    return false // Without storage the message shows each time.
  }
}

function clearFailure(): void {
  try {
    sessionStorage.removeItem(FAILED_KEY)
  } catch {
    // No storage, nothing noted.
  }
}

/** Address of the form for readers without script. */
function formPath(pageId: string, place: DraftPlace): string {
  const [kind, id = ''] = place.split('-')
  if (kind === 'reply') return replyCommentPath(pageId, id)
  return kind === 'edit' ? editCommentPath(pageId, id) : addCommentPath(pageId)
}

/** Address that reloads the page at its comments. */
function retryHref(): string {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  query.set(SHOW_COMMENTS, 'true')
  return `${pathname}?${query}`
}
