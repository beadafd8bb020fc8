import { type ComponentType, useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { CommentFormProps } from './CommentForm.tsx'
import { SHOW_COMMENTS } from '../threads.ts'

/** After so long nobody waits any more for the code of the form. */
const LOAD_TIMEOUT_MS = 8000

let loaded: ComponentType<CommentFormProps> | undefined

/** The form in which comments are written; its code is loaded when somebody writes one. */
export function CommentForm(props: CommentFormProps) {
  const [Form, setForm] = useState<ComponentType<CommentFormProps> | undefined>(() => loaded)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (Form) return
    let isGone = false
    const fail = () => setFailed(true)
    const timer = window.setTimeout(fail, LOAD_TIMEOUT_MS)
    import('./CommentForm.tsx').then(module => {
      loaded = module.CommentForm
      if (!isGone) setForm(() => loaded)
    }, () => {
      if (!isGone) fail()
    }).finally(() => window.clearTimeout(timer))
    return () => {
      isGone = true
      window.clearTimeout(timer)
    }
  }, [Form])
  if (Form) return <Form {...props} />
  if (!hasFailed) return <p className="ox-hint" role="status">{t('Loading…')}</p>
  return (
    <div className="ox-error" role="alert">
      <strong>{t('Error')}</strong>
      <p>{t('Error loading the comment editor. Please refresh the page to try again.')}</p>
      <a href={againHref()} data-native>{t('Try again')}</a>
    </div>
  )
}

/** The page itself, loaded anew and shown where its comments are. */
function againHref(): string {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  query.set(SHOW_COMMENTS, 'true')
  return `${pathname}?${query}`
}
