import { textOf, type ExportObject } from './objects.ts'
import type { ShownTime } from './exported.ts'

/** Epoch milliseconds of `2016-05-10 17:04:43.120` as if the clock had shown UTC; undefined if it is not a time. */
export function shownTime(text: string | undefined): number | undefined {
  const [, day, time, fraction = ''] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d+))?/.exec(text ?? '') ?? []
  if (day === undefined || time === undefined) return undefined
  const shown = Date.parse(`${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  return Number.isNaN(shown) ? undefined : shown
}

/** The first of these properties of an object that is a time. */
export function timeOf(object: ExportObject, ...names: readonly string[]): ShownTime {
  return names.map(name => textOf(object, name)).find(text => shownTime(text) !== undefined)
}
