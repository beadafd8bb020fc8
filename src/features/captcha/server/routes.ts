import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { LIGHT_OR_DARK, plainDocument } from '#platform/server/http/plain-document.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import { svgDrawers } from '#platform/server/svg-drawers.ts'
import { Turns } from '#platform/server/turns.ts'
import { captchaPicture, captchaQuestion, captchaQuestionPage } from '../contract.ts'
import { QuestionPageView } from '../view/CaptchaView.tsx'
import { challengesOf, hashOf } from './challenge.ts'
import { captchaSvg } from './picture.ts'
import { questionText } from './question.ts'
import { isUsed } from './store.ts'

/** Pictures in memory: opening one again does not draw it again. */
const MOST_PICTURES = 500
/** Pictures that wait at most: visitors must not hold up those of diagrams, which are drawn by the same process. */
const MOST_WAITING = 20
/** Questions that one address gets in {@link ASKING_MS}. */
const MOST_QUESTIONS = 20
const ASKING_MS = 10 * 60_000
const NO_STORE = { 'cache-control': 'private, no-store' }

const pictures = () => recentlyUsed<string, Buffer>(MOST_PICTURES)
const drawing = () =>
  new Turns({
    atOnce: 1,
    mostWaiting: MOST_WAITING,
    refusal: () =>
      new HttpError(503, 'Too many pictures are being drawn. Try again in a moment.', {
        headers: { 'retry-after': '2' },
      }),
  })

/** The picture of an id, and the question beside it. Both end when the id was answered. */
export function captchaRoutes(app: App): void {
  const limitQuestions = rateLimited(
    app,
    { name: 'captcha.questions', max: MOST_QUESTIONS, windowMs: ASKING_MS },
    request => request.ip,
  )
  app.http.handle(captchaPicture, async ({ query: { id } }) => {
    await refuseUsed(app, id)
    return new Answer(200, { 'content-type': 'image/png', ...NO_STORE }, await pictureOf(app, id))
  })
  app.http.handle(captchaQuestion, async ({ ctx, params: { id }, request }) => {
    limitQuestions(request)
    return Answer.json({ text: await questionOf(ctx, id) }, 200, NO_STORE)
  })
  app.http.handle(captchaQuestionPage, async ({ ctx, query: { id }, request }) => {
    limitQuestions(request)
    const { t, locale } = readerOf(ctx)
    const body = h(QuestionPageView, { text: await questionOf(ctx, id) })
    const title = t('A question in the place of the picture')
    return Answer.html(plainDocument({ locale, title, head: LIGHT_OR_DARK, body }), 200, NO_STORE)
  })
}

async function questionOf(ctx: Context, id: string): Promise<string> {
  await refuseUsed(ctx.app, id)
  const [{ question }] = challengesOf(ctx.app, id)
  return questionText(question, readerOf(ctx))
}

async function pictureOf(app: App, id: string): Promise<Buffer> {
  const [challenge] = challengesOf(app, id)
  const key = `${challenge.word} ${challenge.seed}`
  const drawn = app.own(pictures).get(key)
  if (drawn) return drawn
  const [draw] = app.extensions.all(svgDrawers)
  if (!draw) throw new Error('No feature draws pictures')
  const png = await app.own(drawing).take(() => draw(captchaSvg(challenge), 2))
  app.own(pictures).set(key, png)
  return png
}

/** @throws HttpError 404 for an id that was answered */
async function refuseUsed(app: App, id: string): Promise<void> {
  if (await isUsed(app.database, hashOf(id))) throw notFound('This picture was answered. Ask for another one.')
}
