import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentType } from '#features/content-core/server/read.ts'
import { reserveIds } from '#features/content-core/server/write.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { changedIds, holdPlans, idsOfPlans, insertPlannedIds, plannedIds, type PlannedId } from '../id-store.ts'
import { importedItems, type SpaceImport } from '../store.ts'
import type { ImportRun } from './import-run.ts'
import type { RemarkText } from './phrases.ts'
import { ImportReport, type ImportFindings } from './report.ts'

/** Contents of one transaction, and of one remark. */
const BATCH = 1000

/** The id of a content in the export as a number; null if this wiki could not use it. */
export function numericId(id: string): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null
}

/** Whether a content of the export was in no earlier export that was imported into the space. */
export function isNewHere({ export: { objects } }: ImportRun, { id }: { id: string }): boolean {
  const source = numericId(id)
  // Of others, nothing is known: they would come again with each export.
  return source !== null && objects.isNew(source)
}

/** The id that a content of the export gets here; null for a new one. */
export function idHere({ export: { objects } }: ImportRun, { id }: { id: string }): number | null {
  const source = numericId(id)
  return source === null ? null : (objects.plannedId(source) ?? null)
}

/**
 * Decides the ids of all contents of spaces before the first is stored, so that texts follow ids of contents that come
 * later. Contents keep the ids of the export where these are free. An import that goes on keeps the ids that it had.
 */
export async function planIds(
  run: ImportRun,
  spaces: readonly { space: ExportedSpace; import: SpaceImport }[],
): Promise<void> {
  const { objects } = run.export
  const highest = objects.highestId()
  for (const { space, import: of } of spaces) {
    if (of.state === 'done') {
      // Its contents are there: those of other ids are known, all others have kept theirs.
      for await (const rows of changesOf(run.ctx.app.database.read, of))
        objects.planIds(new Map(rows.map(({ source_id, content_id }) => [source_id, content_id])))
      continue
    }
    const stored = numericItems(await importedItems(run.ctx.app.database.read, of.id))
    const contents = space.ids.flatMap(id => objects.contents(id))
    const ids = [...new Set(contents.flatMap(({ id }) => numericId(id) ?? []))]
    // Imports that an earlier version began have stored pages without deciding on ids.
    objects.planIds(stored)
    for (let from = 0; from < ids.length; from += BATCH) {
      const rows = await planned(run, of, { batch: ids.slice(from, from + BATCH), stored, highest })
      const earlier = new Set(rows.flatMap(row => (row.generation < of.generation ? [row.source_id] : [])))
      objects.planIds(new Map(rows.map(row => [row.source_id, row.content_id])), source => !earlier.has(source))
    }
  }
}

function numericItems(items: ReadonlyMap<string, number>): Map<number, number> {
  return new Map(
    [...items].flatMap(([source, id]) => {
      const number = numericId(source)
      return number === null ? [] : [[number, id] as const]
    }),
  )
}

/** Ids of some contents, which are recorded. */
function planned(
  { ctx }: ImportRun,
  { id: import_id, generation }: SpaceImport,
  { batch, stored, highest }: { batch: readonly number[]; stored: ReadonlyMap<number, number>; highest: number },
): Promise<Omit<PlannedId, 'import_id'>[]> {
  return ctx.app.database.transaction(
    async tx => {
      await holdPlans(tx)
      const known = await plannedIds(tx, import_id, batch)
      const decided = new Set(known.map(row => row.source_id))
      const wanted = batch.filter(id => !decided.has(id) && !stored.has(id))
      if (wanted.length === 0) return known
      const reserved = await reserveIds(tx, wanted, { taken: await idsOfPlans(tx, wanted), highest })
      const rows = [...reserved].map(([source_id, content_id]) => ({ import_id, source_id, content_id, generation }))
      await insertPlannedIds(tx, rows)
      return [...known, ...rows]
    },
    { invalidates: false },
  )
}

const CHANGED = {
  page: 'Ids of pages that were taken here, with the new ones: {{list}}',
  blogpost: 'Ids of blog posts that were taken here, with the new ones: {{list}}',
  comment: 'Ids of comments that were taken here, with the new ones: {{list}}',
  attachment: 'Ids of files that were taken here, with the new ones: {{list}}',
} as const satisfies Record<ContentType, RemarkText>

/** Remarks that name the contents that the last export of an import brought in under other ids than it has. */
export async function changedIdsOf({ db }: WriteTransaction, of: SpaceImport): Promise<ImportFindings> {
  const report = new ImportReport()
  for await (const rows of changesOf(db, of, of.generation)) {
    for (const [type, changed] of Map.groupBy(rows, row => row.type))
      report.list(
        CHANGED[type],
        changed.map(({ source_id, content_id }) => `${source_id} → ${content_id}`),
      )
  }
  return report.take()
}

async function* changesOf(
  db: Queries,
  { id }: SpaceImport,
  generation = 0,
): AsyncGenerator<Awaited<ReturnType<typeof changedIds>>> {
  for (let after = 0; ;) {
    const rows = await changedIds(db, id, { after, limit: BATCH, generation })
    const last = rows.at(-1)
    if (!last) return
    after = last.source_id
    yield rows
  }
}
