import type { Phrase } from '#platform/error-text.ts'
import type { Queries } from '#platform/server/database/index.ts'
import type { ImportEffect, ImportKind } from '../contract.ts'
import { IMPORT_KINDS } from '../shared.ts'
import { countRemarks, countsIn, countsOfRun, listRemarks } from './report-store.ts'
import { addCounts, noCounts, type Count, type ImportCounts } from './run/report.ts'

/** Remarks that are listed at once, as by the command. */
const MOST_LISTED = 1000

/** A remark with its place. */
export interface ListedRemark {
  /** Key of the space; null for what belongs to none. */
  readonly space: string | null
  readonly effect: ImportEffect
  readonly text: Phrase
}

/** The report of an import, as it is stored. */
export interface StoredReport {
  readonly counts: ReadonlyMap<ImportKind, Count>
  /** The first of the remarks. */
  readonly listed: readonly ListedRemark[]
  /** Their texts. */
  readonly remarks: readonly Phrase[]
  /** Number of further remarks. */
  readonly more: number
  /** Whether all of the export arrived as it was; links that lead nowhere may be named all the same. */
  readonly isWhole: boolean
}

/** Reads the report of a run: of its spaces together, and of what belongs to none. */
export async function readReport(db: Queries, runId: number): Promise<StoredReport> {
  const parts = await countsOfRun(db, runId)
  const sum = noCounts()
  for (const { counts } of parts) addCounts(sum, countsIn(counts))
  const rows = await listRemarks(db, runId, {}, { limit: MOST_LISTED })
  const all = parts.reduce((number, { remarks }) => number + remarks, 0)
  const listed = rows.map(({ space_key, effect, phrase }) => ({
    space: space_key,
    effect,
    text: JSON.parse(phrase) as Phrase,
  }))
  return {
    counts: countsByKind(sum),
    listed,
    remarks: listed.map(({ text }) => text),
    more: all - rows.length,
    isWhole: isWholeBy(sum) && (await countRemarks(db, runId)).every(({ effect }) => effect === 'noted'),
  }
}

/** Whether counts have nothing that is left out or changed. Drafts are always left out. */
function isWholeBy({ kinds }: ImportCounts): boolean {
  return Object.entries(kinds).every(([kind, { changed, skipped }]) => kind === 'Drafts' || changed + skipped === 0)
}

/** Counts in the order in which reports have them, without kinds of which there is nothing. */
export function countsByKind({ kinds }: ImportCounts): Map<ImportKind, Count> {
  return new Map(
    IMPORT_KINDS.flatMap(kind => {
      const count = kinds[kind]
      return count && count.source + count.arrived > 0 ? [[kind, count] as const] : []
    }),
  )
}
