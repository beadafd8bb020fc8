import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { CAPTCHA_ID, CAPTCHA_RESPONSE, MAX_CAPTCHA_FIELD } from '../shared.ts'
import { challengesOf, hashOf, lastExpiry } from './challenge.ts'
import { useOnce } from './store.ts'

/** What somebody answered to a captcha. */
export interface CaptchaAnswer {
  id: string
  response: string
}

/** The answer that a request carries: in its headers, else in fields of its form or its address. */
export function captchaIn({ headers, body, query }: FastifyRequest): CaptchaAnswer | undefined {
  const id = textOf(headers[CAPTCHA_ID.toLowerCase()]) ?? field(body, CAPTCHA_ID) ?? field(query, CAPTCHA_ID)
  const response =
    textOf(headers[CAPTCHA_RESPONSE.toLowerCase()]) ?? field(body, CAPTCHA_RESPONSE) ?? field(query, CAPTCHA_RESPONSE)
  return id === undefined || response === undefined ? undefined : { id, response }
}

/**
 * Judges an answer: the word, however it is capitalised, or the sum. Each id is judged once, whether right or wrong, by
 * all servers together. An answer without a text is wrong and leaves the id.
 */
export async function isRight(app: App, answer: CaptchaAnswer | undefined): Promise<boolean> {
  const given = answer?.response.trim().toLowerCase() ?? ''
  if (!answer || given === '') return false
  const right = challengesOf(app, answer.id).some(
    ({ word, first, second }) => given === word || given === String(first + second),
  )
  return (await useOnce(app.database, hashOf(answer.id), lastExpiry(app))) && right
}

function field(bag: unknown, name: string): string | undefined {
  return typeof bag === 'object' && bag !== null ? textOf(Reflect.get(bag, name)) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_CAPTCHA_FIELD ? value : undefined
}
