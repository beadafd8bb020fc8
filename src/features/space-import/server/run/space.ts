import { badRequest } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import { titleKey } from '#features/content-core/server/read.ts'
import { allowedTitle } from '#features/content-core/server/write.ts'
import { importStars, openImportedSpace, spaceRow, type Space } from '#features/spaces/server/index.ts'
import { importCategories } from '#features/space-categories/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { pageOf } from '../package/pages.ts'
import { contentsOf, grantsOf, templatesOf, watchesOf, type ListedContent } from '../package/spaces.ts'
import { addToImport, finishRemarks } from '../report-store.ts'
import { finishImport, importedItems, type SpaceImport } from '../store.ts'
import { byAccounts } from './contents.ts'
import { changedIdsOf } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import { categoriesHere } from './labels.ts'
import { readPage, storePage } from './pages.ts'
import { grantsHere } from './rights.ts'
import { importTemplates } from './site.ts'

export async function importInto(
  run: ImportRun,
  exported: ExportedSpace,
  of: SpaceImport,
  progress: (title: string) => Promise<void>,
): Promise<Space> {
  const { ctx, report } = run
  const { objects } = run.export
  const space = await requireRow(ctx, of.space_id)
  const ids = await importedItems(ctx.app.database.read, of.id)
  const { contents, drafts } = contentsOf(objects, exported)
  const titles = currentTitles(contents)
  for (const listed of contents) {
    if (!ids.has(listed.id)) {
      const page = await readPage(run, pageOf(run.export, listed))
      const parentId = parentOf(run, listed, ids)
      // Links by title lead to the current page, and not to an archived one of its title.
      const reserved = listed.status === 'archived' ? titles : undefined
      ids.set(listed.id, await storePage(run, page, report.take(), { import: of, space, parentId, reserved }))
    }
    await progress(listed.title)
  }
  report.drafts(drafts)
  await importTemplates(run, space.id, templatesOf(objects, exported))
  const grants = await grantsHere(run, grantsOf(objects, exported))
  const watches = watchesOf(objects, exported)
  const ofAll = await byAccounts(run, watches.all, 'Watches')
  const ofPosts = await byAccounts(run, watches.blogpost, 'Watches')
  const saved = await byAccounts(run, exported.saved, 'Saved for later')
  const categories = await categoriesHere(run, exported.labels)
  const findings = report.take()
  await ctx.app.database.transaction(async tx => {
    await openImportedSpace(tx, ctx, space.id, {
      homePageId: ids.get(exported.homePageId ?? '') ?? null,
      isArchived: exported.isArchived,
      grants,
      administratorId: ctx.viewer.userId,
    })
    await importWatches(tx, { spaceId: space.id, scope: 'all' }, ofAll)
    await importWatches(tx, { spaceId: space.id, scope: 'blogpost' }, ofPosts)
    await importStars(tx, space.id, saved)
    await importCategories(tx, space.id, categories)
    await addToImport(tx, of.id, findings)
    await addToImport(tx, of.id, await changedIdsOf(tx, of))
    await finishRemarks(tx, of.id)
    await finishImport(tx, of.id)
  })
  return requireRow(ctx, space.id)
}

/** The content above a page; null for none. The report tells if the one of the export is not here. */
export function parentOf(
  { report }: ImportRun,
  { class: name, id, parentId, title }: ListedContent,
  ids: ReadonlyMap<string, number>,
): number | null {
  if (parentId === undefined) return null
  const parent = ids.get(parentId)
  if (parent === undefined && name === 'Page')
    report.remark(
      'The page "{{title}}" is at the top of its space here, since the page above it was not imported',
      { title },
      { kind: 'Pages', id },
    )
  return parent ?? null
}

/** Keys of the titles of current pages. */
export function currentTitles(contents: readonly ListedContent[]): ReadonlySet<string> {
  const current = contents.filter(listed => listed.class === 'Page' && listed.status === 'current')
  return new Set(current.map(({ title }) => titleKey(allowedTitle(title))))
}

export async function requireRow({ app }: Context, id: number): Promise<Space> {
  const space = await spaceRow(app.database.read, id)
  if (!space || space.status === 'deleting') throw badRequest('The space was deleted while it was imported')
  return space
}
