import type { FastifyRequest } from 'fastify'
import { createElement as h } from 'react'
import type { Context } from '#platform/server/context.ts'
import { readersText } from '#platform/error-text.ts'
import { type DocumentParts, renderDocument } from '#platform/server/http/document.ts'
import { takesHtml } from '#platform/server/http/error-page.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import { CommentScreenView, type SentForm } from '../../view/CommentFormView.tsx'
import { CAPTCHA_RESPONSE } from '#features/captcha/shared.ts'
import { captchaForComment } from '#features/captcha/server/index.ts'
import { NO_TEXT } from '../service.ts'

/**
 * Does what a form asks for. Where that is refused, a person gets a page that says why, with the form as they sent it;
 * a program gets the error.
 */
export async function orRefusedForm(
  ctx: Context,
  request: FastifyRequest,
  form: SentForm & { isNew?: boolean },
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500 || !takesHtml(request)) throw error
    return Answer.html(await renderDocument(ctx, request, refusedForm(ctx, form, error)), error.status, {
      'cache-control': 'private, no-store',
      ...error.headers,
    })
  }
}

function refusedForm(ctx: Context, form: SentForm & { isNew?: boolean }, error: HttpError): DocumentParts {
  const reader = readerOf(ctx)
  const title = reader.t(form.title)
  // The comment to answer is gone: sent again, the new one is one by itself.
  const hidden = Object.fromEntries(
    Object.entries(form.hidden).filter(([name]) => !(isParentGone(error) && name === 'parentId')),
  )
  const isCaptchaWrong = error.text.field === CAPTCHA_RESPONSE
  const reason = wordsOf(error, reader)
  const view = h(CommentScreenView, {
    form: { ...form, hidden },
    errors: isCaptchaWrong ? [] : [reason],
    reader,
    token: ctx.authentication.xsrfToken,
    captcha: form.isNew ? captchaForComment(ctx) : undefined,
    captchaWarning: isCaptchaWrong ? reason : undefined,
  })
  return { title, main: screenFrame(ctx, { title }, view), isWhole: true }
}

/** The error in words for people: errors are worded for programs. */
function wordsOf(error: HttpError, { t }: Reader): string {
  const { status, text } = error
  if (isParentGone(error)) return t('The comment that you answer was deleted. You can save your text as a new comment.')
  if (status === 403) return t('You are not permitted to write comments here.')
  if (status === 404) return t('The page or the comment is not there any more, or you may not see it.')
  if (status === 409) return t('Another user has changed this comment. Copy your text, cancel and edit again.')
  return text.key === NO_TEXT || text.field === CAPTCHA_RESPONSE
    ? t(text.key)
    : t('The comment could not be saved: {{reason}}', { reason: readersText(t, status, text) })
}

function isParentGone({ text }: HttpError): boolean {
  return text.field === 'ancestors'
}
