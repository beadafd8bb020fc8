import { titleKey } from '#features/content-core/server/read.ts'
import { allowedTitle } from '#features/content-core/server/write.ts'
import { importStars, type Space } from '#features/spaces/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { pageOf } from '../package/pages.ts'
import { contentsOf, templatesOf, watchesOf, type ListedContent } from '../package/spaces.ts'
import { addToImport, finishRemarks } from '../report-store.ts'
import { removeUnusedIds } from '../id-store.ts'
import { finishImport, itemsOf, missingItems, type ImportedItem, type SpaceImport } from '../store.ts'
import { byAccounts } from './contents.ts'
import { changedIdsOf } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import { mergePage } from './merge.ts'
import { ImportReport, MOST_LISTED } from './report.ts'
import { importTemplates } from './site.ts'
import { addPage, currentTitles, requireRow } from './space.ts'

/** Imports a newer export of a space: new contents arrive, and those that were not changed here are brought up to date. */
export async function updateSpace(
  run: ImportRun,
  exported: ExportedSpace,
  of: SpaceImport,
  progress: (title: string) => Promise<void>,
): Promise<Space> {
  const { ctx } = run
  const { database } = ctx.app
  const { objects } = run.export
  const space = await requireRow(ctx, of.space_id)
  const items = await itemsOf(database.read, of.id)
  const ids = new Map([...items].map(([source, { content_id }]) => [source, content_id]))
  const { contents } = contentsOf(objects, exported)
  const titles = currentTitles(contents)
  for (const listed of renamesFirst(contents, items)) {
    const item = items.get(listed.id)
    if (!item) ids.set(listed.id, await addPage(run, listed, { import: of, space, ids, titles }))
    else if (item.generation < of.generation)
      await mergePage(run, pageOf(run.export, listed), { import: of, space, item, ids })
    await progress(listed.title)
  }
  await finishUpdate(run, exported, of)
  return requireRow(ctx, space.id)
}

/**
 * Puts pages first that got another title, each after the one that leaves it that title: texts that come after them name
 * the pages by their new titles. Pages that were moved too wait for the page above them.
 */
export function renamesFirst(
  contents: readonly ListedContent[],
  items: ReadonlyMap<string, Pick<ImportedItem, 'title_key' | 'status' | 'source_parent'>>,
): ListedContent[] {
  const keyOf = ({ title }: ListedContent) => titleKey(allowedTitle(title))
  const renamed = new Map<string, ListedContent>()
  for (const listed of contents) {
    const item = items.get(listed.id)
    const isInPlace = (listed.parentId ?? null) === item?.source_parent
    const isCurrent = listed.class === 'Page' && listed.status === 'current' && item?.status === 'current'
    if (isCurrent && isInPlace && item.title_key !== keyOf(listed)) renamed.set(item.title_key ?? '', listed)
  }
  const ordered = new Set<ListedContent>()
  for (const first of renamed.values()) {
    // The pages that wait for a title, the last of them for one that is free or their own.
    const waiting: ListedContent[] = []
    for (let next: ListedContent | undefined = first; next && !ordered.has(next); next = renamed.get(keyOf(next))) {
      if (waiting.includes(next)) break
      waiting.push(next)
    }
    for (const listed of waiting.toReversed()) ordered.add(listed)
  }
  return [...ordered, ...contents.filter(listed => !ordered.has(listed))]
}

async function finishUpdate(run: ImportRun, exported: ExportedSpace, of: SpaceImport): Promise<void> {
  const { ctx, report } = run
  const { database } = ctx.app
  // Most of it is here and was counted.
  const uncounted = { ...run, report: new ImportReport() }
  await importTemplates(uncounted, of.space_id, templatesOf(run.export.objects, exported))
  const watches = watchesOf(run.export.objects, exported)
  const ofAll = await byAccounts(uncounted, watches.all, 'Watches')
  const ofPosts = await byAccounts(uncounted, watches.blogpost, 'Watches')
  const saved = await byAccounts(uncounted, exported.saved, 'Saved for later')
  const { titles, number } = await missingItems(database.read, of, MOST_LISTED)
  if (number > 0) report.list('Pages that are no longer in the export, and stay here: {{list}}', titles, number)
  const { remarks } = uncounted.report.take()
  const findings = report.take()
  await database.transaction(async tx => {
    await importWatches(tx, { spaceId: of.space_id, scope: 'all' }, ofAll)
    await importWatches(tx, { spaceId: of.space_id, scope: 'blogpost' }, ofPosts)
    await importStars(tx, of.space_id, saved)
    await addToImport(tx, of.id, { ...findings, remarks: [...findings.remarks, ...remarks] })
    await addToImport(tx, of.id, await changedIdsOf(tx, of))
    await finishRemarks(tx, of.id)
    await removeUnusedIds(tx, of.id)
    await finishImport(tx, of.id)
  })
}
