import { createHash, createHmac } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import { questionFrom, type Question } from './question.ts'
import { captchaKey } from './settings.ts'

/** Consonants that are distinct in every font, without vowels, so that no word comes out. */
const LETTERS = 'bdfhkmnprtvwxz'
const WORD_LENGTH = 5
/** A word holds for one to two of these. */
const PERIOD_MS = 30 * 60_000

/** The question under an id. It is derived from the id, so that asking stores nothing. */
export interface Challenge {
  word: string
  /** The question asked instead of the picture. */
  question: Question
  /** 32 bits from which the picture is drawn. */
  seed: number
}

const clock = () => ({ now: (): number => Date.now() })

/** Epoch milliseconds by which words expire. */
export function now(app: App): number {
  return app.own(clock).now()
}

/** Sets another clock for one wiki, for tests. */
export function setClock(app: App, other: () => number): void {
  app.own(clock).now = other
}

/** The question under an id now, and that of the period before, newest first. */
export function challengesOf(app: App, id: string): [Challenge, Challenge] {
  const period = Math.floor(now(app) / PERIOD_MS)
  const key = app.settings.get(captchaKey)
  return [challengeIn(key, id, period), challengeIn(key, id, period - 1)]
}

/** When every answer to an id that is asked now has expired. */
export function lastExpiry(app: App): number {
  return (Math.floor(now(app) / PERIOD_MS) + 2) * PERIOD_MS
}

/** Key of the row of an id. */
export function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

function challengeIn(key: string, id: string, period: number): Challenge {
  const bytes = createHmac('sha256', key).update(`${period} ${id}`).digest()
  const letters = [...bytes.subarray(0, WORD_LENGTH)].map(byte => LETTERS[byte % LETTERS.length])
  return {
    word: letters.join(''),
    question: questionFrom(bytes.subarray(16)),
    seed: bytes.readUInt32LE(12),
  }
}
