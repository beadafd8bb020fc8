import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { CAPTCHA_MISMATCH, CAPTCHA_RESPONSE } from '../shared.ts'
import type { CaptchaShown } from '../view/CaptchaView.tsx'
import { isRight, type CaptchaAnswer } from './answers.ts'
import { commentCaptcha } from './settings.ts'

/** Whether a comment of this reader needs a captcha: of visitors who are not signed in, unless that is switched off. */
export function isCommentCaptchaOn({ app, viewer }: Pick<Context, 'app' | 'viewer'>): boolean {
  return viewer.userId === null && app.settings.get(commentCaptcha)
}

/** The captcha of a form for a comment; undefined where none is needed. */
export function captchaForComment(ctx: Context): CaptchaShown | undefined {
  return isCommentCaptchaOn(ctx) ? newCaptcha() : undefined
}

/** A captcha with a new id, whose question is asked for separately. */
export function newCaptcha(): CaptchaShown {
  return { id: randomBytes(12).toString('hex'), question: undefined }
}

/**
 * Judges the answer of who comments, where one is needed. Ask it when nothing else is wrong with the comment: an answer
 * counts once.
 * @throws HttpError 400 for the field `captchaResponse`
 */
export async function requireCommentCaptcha(ctx: Context, answer: CaptchaAnswer | undefined): Promise<void> {
  if (!isCommentCaptchaOn(ctx) || (await isRight(ctx.app, answer))) return
  throw badRequest(CAPTCHA_MISMATCH, { field: CAPTCHA_RESPONSE })
}
