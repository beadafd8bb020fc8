import type { ImportCount, ImportReportView, SpaceImportDetails } from '#features/space-import/contract.ts'
import { IMPORT_KINDS } from '#features/space-import/shared.ts'

/** Sums of counts, by kinds in the order of reports. */
export function sumOfCounts(lists: Iterable<readonly ImportCount[]>): ImportCount[] {
  const sums = new Map<string, ImportCount>()
  for (const list of lists)
    for (const count of list) {
      const sum = sums.get(count.what) ?? { what: count.what, source: 0, arrived: 0, changed: 0, skipped: 0 }
      sums.set(count.what, {
        what: count.what,
        source: sum.source + count.source,
        arrived: sum.arrived + count.arrived,
        changed: sum.changed + count.changed,
        skipped: sum.skipped + count.skipped,
      })
    }
  return IMPORT_KINDS.flatMap(kind => sums.get(kind) ?? [])
}

/** Number of things of the export that neither arrived nor were left out. */
export const missingOf = ({ source, arrived, skipped }: ImportCount): number => Math.max(0, source - arrived - skipped)

/** Counts of a space of an import. */
export interface PartOfImport {
  key: string
  name: string
  sourceKey: string
  isDone: boolean
  counts: ImportCount[]
  remarks: number
}

/**
 * Counts of the spaces of an import. An import counts the things of a space as it comes to them: until a space is done,
 * numbers of the export are those of the analysis.
 */
export function partsOf(report: ImportReportView, analysis: SpaceImportDetails['analysis']): PartOfImport[] {
  const analysed = new Map(analysis?.spaces.map(space => [space.key, space.counts]))
  return report.spaces.map(space => ({
    ...space,
    counts: space.isDone ? space.counts : withSources(space.counts, analysed.get(space.sourceKey) ?? []),
  }))
}

function withSources(counts: readonly ImportCount[], analysed: readonly ImportCount[]): ImportCount[] {
  const noneYet = analysed.map(({ what, source }) => ({ what, source, arrived: 0, changed: 0, skipped: 0 }))
  const reported = new Map(counts.map(count => [count.what, count]))
  return sumOfCounts([noneYet.filter(({ what }) => !reported.has(what)), counts]).map(count => ({
    ...count,
    source: Math.max(count.source, analysed.find(({ what }) => what === count.what)?.source ?? 0),
  }))
}
