import { badRequest } from '#platform/server/http/errors.ts'
import type { ShownTime } from '../package/exported.ts'
import { shownTime } from '../package/times.ts'

/** @throws HttpError 400 for what is no name of a time zone */
export function checkTimeZone(name: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    throw badRequest('{{name}} is no name of a time zone; write it as in Europe/Berlin', {
      field: 'timeZone',
      values: { name: name.slice(0, 64) },
    })
  }
}

const DAY_MS = 86_400_000
const MOST_DAYS = 10_000

/** Reads the times of an export, which has them as the clock of its server showed them. */
export class Clock {
  readonly #parts: Intl.DateTimeFormat
  /** Offsets by days of UTC; undefined for a day in which it changes. */
  readonly #ofDays = new Map<number, number | undefined>()

  /** @param timeZone IANA name; UTC where it is none */
  constructor(timeZone: string) {
    const format = (zone: string) =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    let parts: Intl.DateTimeFormat
    try {
      parts = format(timeZone)
    } catch {
      parts = format('UTC')
    }
    this.#parts = parts
  }

  /** Epoch milliseconds of `2016-05-10 17:04:43.120`; 0 for what is not a time. */
  at(text: ShownTime): number {
    const shown = shownTime(text)
    if (shown === undefined) return 0
    // The offset at that moment: of a moment near it first, then of the one that was found.
    const first = shown - this.#offset(shown)
    return shown - this.#offset(first)
  }

  /** `YYYY/MM/DD` of a moment. */
  day(at: number): string {
    return new Date(at + this.#offset(at)).toISOString().slice(0, 10).replaceAll('-', '/')
  }

  /** Milliseconds by which the clock is ahead of UTC. */
  #offset(at: number): number {
    const day = Math.floor(at / DAY_MS)
    if (!this.#ofDays.has(day)) {
      if (this.#ofDays.size >= MOST_DAYS) this.#ofDays.clear()
      const [first, next] = [day, day + 1].map(start => this.#offsetAt(start * DAY_MS))
      this.#ofDays.set(day, first === next ? first : undefined)
    }
    return this.#ofDays.get(day) ?? this.#offsetAt(at)
  }

  #offsetAt(at: number): number {
    const of = Object.fromEntries(this.#parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
  }
}
