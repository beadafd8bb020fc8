import type { Reader } from '#platform/view/reader.ts'
import { CaptchaView, type CaptchaShown } from '#features/captcha/view/index.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { addCommentPath } from '../addresses.ts'

/** Comment form without script; a link to one where a captcha is needed, which a page that is cached cannot hold. */
export function CommentFormView({
  pageId,
  reader: { t },
  token,
  needsCaptcha,
}: {
  pageId: string
  reader: Reader
  token: string
  needsCaptcha: boolean
}) {
  const label = t('Write a comment…')
  if (needsCaptcha)
    return (
      <a className="ox-comment-prompt quick-comment-prompt action-add-comment" href={addCommentPath(pageId)}>
        {label}
      </a>
    )
  return (
    <form
      className="ox-comment-form quick-comment-prompt"
      method="post"
      action={`/pages/doaddcomment.action?pageId=${pageId}`}
    >
      <input type="hidden" name="atl_token" value={token} />
      <input type="hidden" name="plain" value="true" />
      <textarea
        name="content"
        className="ox-comment-text"
        rows={2}
        maxLength={100_000}
        required
        aria-label={label}
        placeholder={label}
      />
      <p>
        <button type="submit" id="rte-button-publish" className="ox-button">
          {t('Comment')}
        </button>{' '}
        <a className="action-add-comment" href={addCommentPath(pageId)}>
          {t('Larger form')}
        </a>
      </p>
    </form>
  )
}

/** Submitted form, with what is needed to resubmit it. */
export interface SentForm {
  title: string
  action: string
  pageId: number
  hidden: Readonly<Record<string, string>>
  /** Name and value of the text field. */
  field: 'wysiwygContent' | 'content'
  text: string
}

/** Comment form at a separate address, with the refused input. */
export function CommentScreenView({
  form,
  errors = [],
  reader,
  token,
  answered,
  captcha,
  captchaWarning,
}: {
  form: SentForm
  errors?: readonly string[]
  reader: Reader
  token: string
  /** HTML of the comment that is answered, output of our renderer. */
  answered?: string | undefined
  captcha?: CaptchaShown | undefined
  captchaWarning?: string | undefined
}) {
  const { t } = reader
  const label = t('Write a comment…')
  return (
    <form className="ox-comment-form" method="post" action={form.action}>
      {errors.length > 0 && <ActionErrorsView errors={errors} reader={reader} />}
      {answered !== undefined && (
        <blockquote>
          <div className="ox-comment-body ox-article wiki-content" dangerouslySetInnerHTML={{ __html: answered }} />
        </blockquote>
      )}
      <input type="hidden" name="atl_token" value={token} />
      {Object.entries(form.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <textarea
        name={form.field}
        className="ox-comment-text"
        rows={8}
        maxLength={100_000}
        required
        aria-label={label}
        placeholder={label}
        defaultValue={form.text}
      />
      {captcha && <CaptchaView captcha={captcha} reader={reader} warning={captchaWarning} />}
      <p>
        <button type="submit" id="rte-button-publish" className="ox-button">
          {t('Save')}
        </button>{' '}
        <a href={pagePath(form.pageId)}>{t('Cancel')}</a>
      </p>
    </form>
  )
}

/** The errors in the input. */
function ActionErrorsView({ errors, reader: { t } }: { errors: readonly string[]; reader: Reader }) {
  return (
    <div className="ox-error" role="alert">
      <p>{t('The following error(s) occurred:')}</p>
      <ul>
        {errors.map(error => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </div>
  )
}

/** Asks before a comment is deleted. @param html of the comment, output of our renderer */
export function RemoveCommentView({
  pageId,
  commentId,
  html,
  reader: { t },
  token,
}: {
  pageId: number
  commentId: number
  html: string
  reader: Reader
  token: string
}) {
  return (
    <form className="ox-comment-form" method="post" action="/pages/doremovecomment.action">
      <blockquote>
        <div className="ox-comment-body ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
      </blockquote>
      <input type="hidden" name="atl_token" value={token} />
      <input type="hidden" name="pageId" value={pageId} />
      <input type="hidden" name="commentId" value={commentId} />
      <p>
        <button type="submit" className="ox-button">
          {t('Delete')}
        </button>{' '}
        <a href={pagePath(pageId)}>{t('Cancel')}</a>
      </p>
    </form>
  )
}
