import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import { renderDocument } from '#platform/server/http/document.ts'
import { takesHtml } from '#platform/server/http/error-page.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html } from '#platform/server/http/markup.ts'
import { screenMarkup } from '#platform/server/http/screen.ts'
import { languageTag } from '#platform/server/language.ts'
import { pagePath } from '#features/content/address-contract.ts'
import { say } from '../../words.ts'
import { NO_TEXT } from '../service.ts'

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

/**
 * Does what a form asks for. Where that is refused, a person gets a page that says why, with the form as they sent it;
 * a program gets the error.
 */
export async function orFormAgain(ctx: Context, request: FastifyRequest, form: SentForm, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500 || !takesHtml(request)) throw error
    return Answer.html(await renderDocument(ctx, request, { title: say(ctx.locale, form.title), main: formAgain(ctx, form, error) }), error.status, {
      'cache-control': 'private, no-store', ...error.headers,
    })
  }
}

function formAgain(ctx: Context, { title, action, pageId, hidden, field, text }: SentForm, error: HttpError) {
  const locale = languageTag(ctx.locale)
  // What was answered is gone: sent again, the comment stands for itself.
  const fields = Object.entries(hidden).filter(([name]) => !(isParentGone(error) && name === 'parentId'))
  const label = say(locale, 'Write a comment…')
  const content = html`<form class="ox-comment-form" method="post" action="${action}"><div class="ox-error" role="alert"><p>${wordsOf(error, locale)}</p></div><input type="hidden" name="atl_token" value="${ctx.authentication.xsrfToken}">${
    fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  }<textarea name="${field}" class="ox-comment-text" rows="8" maxlength="100000" required aria-label="${label}" placeholder="${label}">\n${text}</textarea><p><button type="submit" id="rte-button-publish" class="ox-button">${say(locale, 'Save')}</button> <a href="${pagePath(pageId)}">${say(locale, 'Cancel')}</a></p></form>`
  return screenMarkup({ locale, title: say(locale, title), content })
}

/** What is wrong, for people: errors are worded for programs. */
function wordsOf(error: HttpError, locale: string): string {
  const { status, message } = error
  if (message === NO_TEXT) return say(locale, 'Comment text is empty. Cannot create empty comments.')
  if (isParentGone(error)) return say(locale, 'The comment that you answer was deleted. Your text can be saved as a comment of its own.')
  if (status === 403) return say(locale, 'You are not permitted to write comments here.')
  if (status === 404) return say(locale, 'The page or the comment is not there any more, or you may not see it.')
  if (status === 409) return say(locale, 'Somebody has changed this comment meanwhile. Copy your text, cancel and edit again.')
  return say(locale, 'The comment could not be saved: {{reason}}', { reason: message })
}

function isParentGone({ message }: HttpError): boolean {
  return message.startsWith('ancestors: ')
}
