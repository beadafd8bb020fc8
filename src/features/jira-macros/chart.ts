/** Numbers of issues as charts show them. */

/** A chart with the numbers of its table. */
export interface IssueChart {
  readonly kind: ChartKind
  /** Heading of the first column, a text of the reader's language or the name of a field. */
  readonly rowHeading: string
  /** Headings of the numbers. */
  readonly headings: readonly string[]
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[]
  /** Rows that are left out. */
  readonly more: number
  /** Issues that are counted. */
  readonly counted: number
  /** Issues that the search finds. */
  readonly total: number
}

export const CHART_KINDS = ['pie', 'createdvsresolved', 'twodimensional'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

export const PERIODS = ['hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Period = (typeof PERIODS)[number]

/** A name for issues that have no value. */
const NONE = 'None'

/** How many issues have each value, the most frequent first. An issue with several values counts for each. */
export function countedBy(values: readonly (readonly string[])[]): { label: string; values: number[] }[] {
  const counts = new Map<string, number>()
  for (const labels of values) for (const label of orNone(labels)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts]
    .toSorted(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .map(([label, count]) => ({ label, values: [count] }))
}

export interface CrossTable {
  readonly columns: string[]
  /** Numbers by column, and the sum of the row at the end. */
  readonly rows: { label: string; values: number[] }[]
}

/** How many issues have each pair of values. @param byCount sorts by number, else by name */
export function crossed(
  pairs: readonly { readonly x: readonly string[]; readonly y: readonly string[] }[],
  { byCount, isDescending }: { byCount: boolean; isDescending: boolean },
): CrossTable {
  const columns = countedBy(pairs.map(({ x }) => x)).map(({ label }) => label)
  const rows = new Map<string, { label: string; values: number[]; issues: number }>()
  for (const { x, y } of pairs) {
    for (const label of orNone(y)) {
      const row = rows.get(label) ?? { label, values: columns.map(() => 0), issues: 0 }
      rows.set(label, row)
      row.issues++
      for (const column of orNone(x)) {
        const at = columns.indexOf(column)
        row.values[at] = (row.values[at] ?? 0) + 1
      }
    }
  }
  const sign = isDescending ? -1 : 1
  const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return {
    columns,
    rows: [...rows.values()]
      .toSorted(
        (one, other) =>
          sign * (byCount ? one.issues - other.issues : 0) || sign * names.compare(one.label, other.label),
      )
      .map(({ label, values, issues }) => ({ label, values: [...values, issues] })),
  }
}

function orNone(labels: readonly string[]): readonly string[] {
  return labels.length > 0 ? labels : [NONE]
}

/** Periods of one chart. */
const MOST_PERIODS = 400

/**
 * How many of the moments are in each period, from the first day to now. All in UTC.
 * @param moments of each series, epoch milliseconds
 */
export function byPeriod(
  moments: readonly (readonly number[])[],
  { period, since, now, isCumulative }: { period: Period; since: number; now: number; isCumulative: boolean },
): { label: string; values: number[] }[] {
  const starts: number[] = []
  for (let at = startOf(since, period); at <= now && starts.length < MOST_PERIODS; at = next(at, period))
    starts.push(at)
  const sums = moments.map(() => 0)
  return starts.map((from, index) => {
    const until = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const values = moments.map((series, which) => {
      const count = series.filter(moment => moment >= from && moment < until).length
      sums[which] = (sums[which] ?? 0) + count
      return isCumulative ? (sums[which] ?? 0) : count
    })
    return { label: labelOf(from, period), values }
  })
}

function startOf(moment: number, period: Period): number {
  const date = new Date(moment)
  if (period === 'hourly') return date.setUTCMinutes(0, 0, 0)
  date.setUTCHours(0, 0, 0, 0)
  if (period === 'weekly') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (period === 'monthly') date.setUTCDate(1)
  if (period === 'quarterly') date.setUTCMonth(Math.floor(date.getUTCMonth() / 3) * 3, 1)
  if (period === 'yearly') date.setUTCMonth(0, 1)
  return date.getTime()
}

function next(start: number, period: Period): number {
  const date = new Date(start)
  switch (period) {
    case 'hourly':
      return date.setUTCHours(date.getUTCHours() + 1)
    case 'daily':
      return date.setUTCDate(date.getUTCDate() + 1)
    case 'weekly':
      return date.setUTCDate(date.getUTCDate() + 7)
    case 'monthly':
      return date.setUTCMonth(date.getUTCMonth() + 1)
    case 'quarterly':
      return date.setUTCMonth(date.getUTCMonth() + 3)
    case 'yearly':
      return date.setUTCFullYear(date.getUTCFullYear() + 1)
  }
}

function labelOf(start: number, period: Period): string {
  const iso = new Date(start).toISOString()
  if (period === 'hourly') return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
  if (period === 'monthly' || period === 'quarterly') return iso.slice(0, 7)
  return period === 'yearly' ? iso.slice(0, 4) : iso.slice(0, 10)
}
