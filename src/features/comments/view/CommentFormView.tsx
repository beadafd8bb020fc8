import type { Reader } from '#platform/view/reader.ts'

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
