import { badRequest } from '#platform/server/http/errors.ts'
import { textOf, type ExportObject } from '../package/objects.ts'

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

/** Reads the times of an export, which has them as the clock of its server showed them. */
export class Clock {
  readonly #parts: Intl.DateTimeFormat

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

  /** Epoch milliseconds of `2016-05-10 17:04:43.120`; undefined for what is no time. */
  read(text: string | undefined): number | undefined {
    const [, day, time, fraction = ''] =
      /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d+))?/.exec(text ?? '') ?? []
    if (day === undefined || time === undefined) return undefined
    const shown = Date.parse(`${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
    if (Number.isNaN(shown)) return undefined
    // The offset at that moment: of a moment near it first, then of the one that was found.
    const first = shown - this.#offset(shown)
    return shown - this.#offset(first)
  }

  /** The time of a property of an object, or of the first that it has. */
  of(object: ExportObject, ...names: readonly string[]): number {
    for (const name of names) {
      const at = this.read(textOf(object, name))
      if (at !== undefined) return at
    }
    return 0
  }

  /** `YYYY/MM/DD` of a moment. */
  day(at: number): string {
    return new Date(at + this.#offset(at)).toISOString().slice(0, 10).replaceAll('-', '/')
  }

  #offset(at: number): number {
    const of = Object.fromEntries(this.#parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
  }
}
