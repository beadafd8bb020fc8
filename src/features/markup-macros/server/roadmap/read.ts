import { z } from 'zod'

/** Limits of one roadmap. */
export const LIMITS = {
  characters: 200_000,
  lanes: 50,
  bars: 500,
  markers: 100,
  rows: 50,
  units: 260,
  text: 300,
} as const

/** A roadmap, with places on its time line counted in its units from its start. */
export interface Roadmap {
  readonly title: string
  /** Names of the units of the time line: months or weeks, by their first day. */
  readonly units: readonly Date[]
  readonly isMonthly: boolean
  readonly lanes: readonly Lane[]
  readonly markers: readonly { readonly title: string; readonly at: number }[]
}

export interface Lane {
  readonly title: string
  readonly colours: { readonly lane: string; readonly bar: string; readonly text: string }
  readonly rows: number
  readonly bars: readonly Bar[]
}

export interface Bar {
  readonly title: string
  readonly description: string
  readonly start: Date
  readonly at: number
  readonly length: number
  readonly row: number
}

/** The source is not a roadmap, or one beyond the limits. */
export class UnreadableRoadmapError extends Error {}

const text = z
  .string()
  .catch('')
  .transform(words => words.slice(0, LIMITS.text))
const day = z.string().transform((written, context) => {
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(written) ?? []
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  if (!Number.isNaN(found.getTime())) return found
  context.addIssue('not a day')
  return z.NEVER
})
const colour = (fallback: string) =>
  z
    .string()
    .regex(/^#(?:[0-9a-f]{3}){1,2}$/i)
    .catch(fallback)
const colours = z.object({ lane: colour('#3b7fc4'), bar: colour('#6c9fd3'), text: colour('#ffffff') })

const bar = z.object({
  title: text,
  description: text,
  startDate: day,
  duration: z.number().min(0).max(LIMITS.units),
  rowIndex: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.rows - 1)
    .catch(0),
})
const source = z.object({
  title: text,
  timeline: z.object({ startDate: day, endDate: day, displayOption: z.string().catch('MONTH') }),
  lanes: z
    .array(
      z.object({
        title: text,
        color: colours.catch(colours.parse({})),
        bars: z.array(bar).max(LIMITS.bars),
      }),
    )
    .max(LIMITS.lanes),
  markers: z
    .array(z.object({ title: text, markerDate: day }))
    .max(LIMITS.markers)
    .catch([]),
})

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/**
 * Reads the parameter `source` of the macro `roadmap`: JSON, encoded as in addresses.
 * @throws UnreadableRoadmapError
 */
export function readRoadmap(encoded: string): Roadmap {
  const { title, timeline, lanes, markers } = parsed(encoded)
  const isMonthly = timeline.displayOption.toUpperCase() !== 'WEEK'
  const placeOf = isMonthly ? months(timeline.startDate) : weeks(timeline.startDate)
  const count = Math.floor(placeOf(timeline.endDate)) + 1
  if (count < 1 || count > LIMITS.units) throw new UnreadableRoadmapError()
  return {
    title,
    isMonthly,
    units: Array.from({ length: count }, (_, unit) => unitAt(timeline.startDate, unit, isMonthly)),
    lanes: lanes.map(lane => ({
      title: lane.title,
      colours: lane.color,
      rows: Math.max(1, ...lane.bars.map(each => each.rowIndex + 1)),
      bars: lane.bars.map(each => ({
        title: each.title,
        description: each.description,
        start: each.startDate,
        at: placeOf(each.startDate),
        length: each.duration,
        row: each.rowIndex,
      })),
    })),
    markers: markers.map(marker => ({ title: marker.title, at: placeOf(marker.markerDate) })),
  }
}

function parsed(encoded: string): z.infer<typeof source> {
  if (encoded.length > LIMITS.characters) throw new UnreadableRoadmapError()
  let json: unknown
  try {
    json = JSON.parse(encoded.trimStart().startsWith('{') ? encoded : decodeURIComponent(encoded))
  } catch {
    throw new UnreadableRoadmapError()
  }
  const { data } = source.safeParse(json)
  const bars = data?.lanes.reduce((sum, lane) => sum + lane.bars.length, 0) ?? 0
  if (!data || bars > LIMITS.bars) throw new UnreadableRoadmapError()
  return data
}

/** Months from the first day of the month of a day, which is the left end of the time line. */
function months(start: Date): (day: Date) => number {
  return date => {
    const whole = 12 * (date.getUTCFullYear() - start.getUTCFullYear()) + date.getUTCMonth() - start.getUTCMonth()
    const daysOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    return whole + (date.getUTCDate() - 1) / daysOfMonth
  }
}

/** Weeks from the Monday on or before a day. */
function weeks(start: Date): (day: Date) => number {
  const monday = mondayOf(start)
  return date => (date.getTime() - monday) / WEEK_MS
}

const mondayOf = (date: Date): number => date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS

function unitAt(start: Date, unit: number, isMonthly: boolean): Date {
  return isMonthly
    ? new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + unit, 1))
    : new Date(mondayOf(start) + unit * WEEK_MS)
}
