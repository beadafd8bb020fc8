import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import type { Subscriber } from '#platform/server/events/subscribers.ts'
import { inBatches } from '#platform/server/jobs/batches.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { readerOf, USES_CHANGED } from '#features/diagrams/server/index.ts'
import { MOST_STORED, SUBSCRIBER } from './names.ts'
import {
  countDiagrams,
  diagramFiles,
  diagramIdsAfter,
  diagramsNamed,
  diagramsShownBy,
  dropSummaries,
  importsOf,
  lastForeignVersion,
  putSummaries,
  summariesOf,
  usesOf,
  type DiagramFileRow,
} from './store.ts'
import type { DiagramImportTable, DiagramSummaryTable } from './tables.ts'

/** Set by the migration of a wiki that has pages, whose diagrams are not summarised yet. */
export const summariesUnread = setting('diagrams.summaries-unread', z.boolean(), false)

/** Diagrams of one transaction: others wait meanwhile. */
const BATCH = 20

/** Follows what happens to diagrams, and to the pages that show them. */
export function summarySubscriber(app: App): Subscriber {
  return {
    name: SUBSCRIBER,
    invalidates: () => false,
    async handle(events, tx) {
      const ids = new Set(contentsOf(events, /^attachment\./))
      const shown = contentsOf(events, /^(?:page|blogpost|comment)\.(?:created|trashed|restored)$/)
      const named = [...events.flatMap(changedUses), ...(shown.length === 0 ? [] : await diagramsShownBy(tx, shown))]
      if (named.length > 0) for (const id of await diagramsNamed(tx, named)) ids.add(id)
      if (ids.size > 0) await summarise(app, tx, [...ids])
    },
  }
}

function contentsOf(events: readonly WikiEvent[], kinds: RegExp): number[] {
  return events.flatMap(({ kind, contentId }) => (contentId !== null && kinds.test(kind) ? contentId : []))
}

const uses = z.object({ diagrams: z.array(z.object({ ownerId: z.number(), name: z.string() })) })

function changedUses({ kind, data }: WikiEvent): { ownerId: number; name: string }[] {
  return kind === USES_CHANGED ? uses.parse(data).diagrams : []
}

/** Brings the rows of attachments in line with them. Files that are no diagrams have none. */
export async function summarise(app: App, tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  const files = await diagramFiles(tx, ids)
  const known = await summariesOf(tx, ids)
  const gone = ids.filter(id => known.has(id) && !files.some(file => file.id === id))
  if (gone.length > 0) await dropSummaries(tx, gone)
  const shown = await usesOf(tx, ids)
  const imports = await importsOf(tx.db, tx.dialect, ids)
  const rows: DiagramSummaryTable[] = []
  for (const file of files) {
    const before = known.get(file.id)
    const isRead = before?.version === file.version
    const row: DiagramSummaryTable = {
      ...(isRead ? before : await readSummary(app, tx, file, imports.get(file.id))),
      content_id: file.id,
      version: file.version,
      name_key: file.title_key,
      size: file.size,
      versions: file.versions,
      changed_at: file.updated_at,
      uses: shown.get(file.id) ?? 0,
    }
    if (!before || isOther(before, row)) rows.push(row)
  }
  await putSummaries(tx, rows)
}

function isOther(before: DiagramSummaryTable, now: DiagramSummaryTable): boolean {
  const keys = Object.keys(now) as (keyof DiagramSummaryTable)[]
  return keys.some(key => before[key] !== now[key])
}

type Reading = Pick<DiagramSummaryTable, 'origin' | 'approximations' | 'report'>

async function readSummary(
  app: App,
  tx: WriteTransaction,
  file: DiagramFileRow,
  imported: DiagramImportTable | undefined,
): Promise<Reading> {
  const reader = readerOf(app)
  // Lost files are the doctor's business.
  const read = async (bytes: { sha256: string; size: number }) =>
    (await app.blobs.has(bytes.sha256)) ? reader.read(bytes) : undefined
  const diagram = await read(file)
  if (!diagram) return { origin: 'unreadable', approximations: 0, report: '[]' }
  if (diagram.origin !== 'oxbow') return { origin: diagram.origin, ...storedReport(diagram.report) }
  if (imported) return { origin: 'oxbow', approximations: imported.approximations, report: imported.report }
  const before = await lastForeignVersion(tx, file.id)
  return { origin: 'oxbow', ...storedReport((before && (await read(before)))?.report ?? []) }
}

/** How many approximations there are, and the first of them as they are stored. */
export function storedReport(
  report: readonly { path: string; message: string }[],
): Pick<Reading, 'approximations' | 'report'> {
  return { approximations: report.length, report: JSON.stringify(report.slice(0, MOST_STORED)) }
}

/** Summarises all diagrams. Repeating it reads those alone that changed, and counts the uses of all again. */
export async function fillSummaries(run: Pick<JobRun, 'app' | 'signal' | 'progress'>) {
  const { app } = run
  await inBatches(run, await countDiagrams(app.database), async after => {
    const ids = await diagramIdsAfter(app.database, after, BATCH)
    if (ids.length > 0) await app.database.transaction(tx => summarise(app, tx, ids), { invalidates: false })
    return ids
  })
  if (app.settings.get(summariesUnread))
    await app.database.transaction(tx => app.settings.set(tx, summariesUnread, false, null))
}
