import type { App } from '#platform/server/app.ts'
import { HttpError, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import { svgDrawers } from '#platform/server/svg-drawers.ts'
import { Turns } from '#platform/server/turns.ts'
import { captchaPicture, captchaQuestion } from '../contract.ts'
import { challengesOf, hashOf } from './challenge.ts'
import { captchaSvg } from './picture.ts'
import { isUsed } from './store.ts'

/** Pictures in memory: opening one again does not draw it again. */
const MOST_PICTURES = 500
/** Pictures that wait at most: visitors must not hold up those of diagrams, which are drawn by the same process. */
const MOST_WAITING = 20
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
  app.http.handle(captchaPicture, async ({ query: { id } }) => {
    await refuseUsed(app, id)
    return new Answer(200, { 'content-type': 'image/png', ...NO_STORE }, await pictureOf(app, id))
  })
  app.http.handle(captchaQuestion, async ({ params: { id } }) => {
    await refuseUsed(app, id)
    const [{ first, second }] = challengesOf(app, id)
    return Answer.json({ first, second }, 200, NO_STORE)
  })
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
