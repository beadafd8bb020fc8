import { importStars, type Space } from '#features/spaces/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { pageOf } from '../package/pages.ts'
import { contentsOf, templatesOf, watchesOf } from '../package/spaces.ts'
import { addToImport, finishRemarks } from '../report-store.ts'
import { finishImport, itemsOf, missingItems, type SpaceImport } from '../store.ts'
import { byAccounts } from './contents.ts'
import { changedIdsOf } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import { mergePage } from './merge.ts'
import { readPage, storePage } from './pages.ts'
import { ImportReport, MOST_LISTED } from './report.ts'
import { importTemplates } from './site.ts'
import { parentOf, currentTitles, requireRow } from './space.ts'

/** Imports a newer export of a space: new contents arrive, and those that were not changed here are brought up to date. */
export async function updateSpace(
  run: ImportRun,
  exported: ExportedSpace,
  of: SpaceImport,
  progress: (title: string) => Promise<void>,
): Promise<Space> {
  const { ctx, report } = run
  const { database } = ctx.app
  const { objects } = run.export
  const space = await requireRow(ctx, of.space_id)
  const items = await itemsOf(database.read, of.id)
  const ids = new Map([...items].map(([source, { content_id }]) => [source, content_id]))
  const { contents } = contentsOf(objects, exported)
  const titles = currentTitles(contents)
  const sum = { pages: 0, changed: 0 }
  for (const listed of contents) {
    const item = items.get(listed.id)
    if (!item) {
      const page = await readPage(run, pageOf(run.export, listed))
      const parentId = parentOf(run, listed, ids)
      const reserved = listed.status === 'archived' ? titles : undefined
      ids.set(listed.id, await storePage(run, page, report.take(), { import: of, space, parentId, reserved }))
      sum.pages++
    } else if (item.generation < of.generation) {
      const isChanged = await mergePage(run, pageOf(run.export, listed), { import: of, space, item, ids })
      if (isChanged) sum.changed++
    }
    await progress(listed.title)
  }
  await finishUpdate(run, exported, of, sum)
  return requireRow(ctx, space.id)
}

async function finishUpdate(
  run: ImportRun,
  exported: ExportedSpace,
  of: SpaceImport,
  sum: { pages: number; changed: number },
): Promise<void> {
  const { ctx, report } = run
  const { database } = ctx.app
  const { key } = await requireRow(ctx, of.space_id)
  // Most of it is here and was counted.
  const uncounted = { ...run, report: new ImportReport() }
  await importTemplates(uncounted, of.space_id, templatesOf(run.export.objects, exported))
  const watches = watchesOf(run.export.objects, exported)
  const ofAll = await byAccounts(uncounted, watches.all, 'Watches')
  const ofPosts = await byAccounts(uncounted, watches.blogpost, 'Watches')
  const saved = await byAccounts(uncounted, exported.saved, 'Saved for later')
  const { titles, number } = await missingItems(database.read, of, MOST_LISTED)
  if (number > 0) report.list('Pages that are no longer in the export, and stay here: {{list}}', titles, number)
  report.remark('The space {{key}} was brought up to date: {{pages}} pages are new, {{changed}} have new versions', {
    key,
    ...sum,
  })
  const { remarks } = uncounted.report.take()
  const findings = report.take()
  await database.transaction(async tx => {
    await importWatches(tx, { spaceId: of.space_id, scope: 'all' }, ofAll)
    await importWatches(tx, { spaceId: of.space_id, scope: 'blogpost' }, ofPosts)
    await importStars(tx, of.space_id, saved)
    await addToImport(tx, of.id, { ...findings, remarks: [...findings.remarks, ...remarks] })
    await addToImport(tx, of.id, await changedIdsOf(tx, of))
    await finishRemarks(tx, of.id)
    await finishImport(tx, of.id)
  })
}
