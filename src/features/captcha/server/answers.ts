import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { CAPTCHA_ID, CAPTCHA_RESPONSE, MAX_CAPTCHA_FIELD } from '../shared.ts'
import { challengesOf, hashOf, lastExpiry } from './challenge.ts'
import { useOnce } from './store.ts'

/** A user's answer to a captcha. */
export interface CaptchaAnswer {
  id: string
  response: string
  /** IP address of the caller. */
  address: string
}

/** Numbers that one address may send as answers in {@link GUESSING_MS}: about one guess of a hundred is right. */
const MOST_GUESSES = 10
const GUESSING_MS = 10 * 60_000

const guessing = (app: App) =>
  rateLimited<CaptchaAnswer>(
    app,
    { name: 'captcha.guesses', max: MOST_GUESSES, windowMs: GUESSING_MS },
    ({ address }) => address,
  )

/** The answer that a request carries: in its headers, else in fields of its form or its address. */
export function captchaIn({ headers, body, query, ip }: FastifyRequest): CaptchaAnswer | undefined {
  const id = textOf(headers[CAPTCHA_ID.toLowerCase()]) ?? field(body, CAPTCHA_ID) ?? field(query, CAPTCHA_ID)
  const response =
    textOf(headers[CAPTCHA_RESPONSE.toLowerCase()]) ?? field(body, CAPTCHA_RESPONSE) ?? field(query, CAPTCHA_RESPONSE)
  return id === undefined || response === undefined ? undefined : { id, response, address: ip }
}

/**
 * Judges an answer: the word, however it is capitalised, or the number that answers the question. Each id is judged
 * once, whether right or wrong, by all servers together. An answer without a text is wrong and leaves the id.
 * @throws HttpError 429 for too many numbers from one address
 */
export async function isRight(app: App, answer: CaptchaAnswer | undefined): Promise<boolean> {
  const given = answer?.response.trim().toLowerCase() ?? ''
  if (!answer || given === '') return false
  if (/^\d+$/.test(given)) app.own(guessing)(answer)
  const right = challengesOf(app, answer.id).some(
    ({ word, question }) => given === word || given === String(question.answer),
  )
  return (await useOnce(app.database, hashOf(answer.id), lastExpiry(app))) && right
}

function field(bag: unknown, name: string): string | undefined {
  return typeof bag === 'object' && bag !== null ? textOf(Reflect.get(bag, name)) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_CAPTCHA_FIELD ? value : undefined
}
