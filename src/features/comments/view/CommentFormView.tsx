import type { Reader } from '#platform/view/reader.ts'
import { pagePath } from '#features/content/address-shared.ts'

/** A form that adds a comment without script. */
export function CommentFormView({ pageId, reader: { t }, token }: { pageId: string; reader: Reader; token: string }) {
  const label = t('Write a comment…')
  return (
    <form className="ox-comment-form quick-comment-prompt" method="post" action={`/pages/doaddcomment.action?pageId=${pageId}`}>
      <input type="hidden" name="atl_token" value={token} />
      <input type="hidden" name="plain" value="true" />
      <textarea name="content" className="ox-comment-text" rows={2} maxLength={100_000} required aria-label={label} placeholder={label} />
      <p>
        <button type="submit" id="rte-button-publish" className="ox-button">
          {t('Comment')}
        </button>
      </p>
    </form>
  )
}

/** A form as it was sent, with what is needed to send it again. */
export interface SentForm {
  title: string
  action: string
  pageId: number
  /** Fields beside the text. */
  hidden: Readonly<Record<string, string>>
  /** The field of the text, and the text. */
  field: 'wysiwygContent' | 'content'
  text: string
}

/** The form of a comment that was refused, with the reason. */
export function RefusedFormView({ form, reason, reader: { t }, token }: { form: SentForm; reason: string; reader: Reader; token: string }) {
  const label = t('Write a comment…')
  return (
    <form className="ox-comment-form" method="post" action={form.action}>
      <div className="ox-error" role="alert">
        <p>{reason}</p>
      </div>
      <input type="hidden" name="atl_token" value={token} />
      {Object.entries(form.hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <textarea name={form.field} className="ox-comment-text" rows={8} maxLength={100_000} required aria-label={label} placeholder={label} defaultValue={form.text} />
      <p>
        <button type="submit" id="rte-button-publish" className="ox-button">
          {t('Save')}
        </button>{' '}
        <a href={pagePath(form.pageId)}>{t('Cancel')}</a>
      </p>
    </form>
  )
}
