import { badRequest } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import { contentById, titleKey } from '#features/content-core/server/read.ts'
import { allowedTitle } from '#features/content-core/server/write.ts'
import { importStars, openImportedSpace, spaceRow, type Space } from '#features/spaces/server/index.ts'
import { importCategories } from '#features/space-categories/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { isRestrictedAbove, pageOf } from '../package/pages.ts'
import { removeUnusedIds } from '../id-store.ts'
import { contentsOf, grantsOf, templatesOf, watchesOf, type ListedContent } from '../package/spaces.ts'
import { addToImport, finishRemarks } from '../report-store.ts'
import { finishImport, importedItems, type SpaceImport } from '../store.ts'
import { byAccounts } from './contents.ts'
import { changedIdsOf } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import { categoriesHere } from './labels.ts'
import { readPage, storePage, type ReadPage } from './pages.ts'
import { grantsHere, NO_USER } from './rights.ts'
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
    if (!ids.has(listed.id)) ids.set(listed.id, await addPage(run, listed, { import: of, space, ids, titles }))
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
    await removeUnusedIds(tx, of.id)
    await finishImport(tx, of.id)
  })
  return requireRow(ctx, space.id)
}

/** Destination of the pages of a space. */
interface Target {
  import: SpaceImport
  space: Space
  /** Ids here of pages, by those in the export. */
  ids: ReadonlyMap<string, number>
  /** Keys of the titles of current pages. */
  titles: ReadonlySet<string>
}

/** Imports a page or post that is not here. @returns its id */
export async function addPage(run: ImportRun, listed: ListedContent, { ids, titles, ...to }: Target): Promise<number> {
  const page = await readPage(run, pageOf(run.export, listed))
  const parentId = ids.get(listed.parentId ?? '') ?? null
  if (await isTorn(run, listed, parentId)) closeTorn(run, page)
  // Links by title lead to the current page, and not to an archived one of its title.
  const reserved = listed.status === 'archived' ? titles : undefined
  return storePage(run, page, run.report.take(), { ...to, parentId, reserved })
}

/** Whether the page above a page is not here, or in the trash, so that the page is at the top of its space. */
async function isTorn({ ctx }: ImportRun, listed: ListedContent, parentId: number | null): Promise<boolean> {
  if (listed.parentId === undefined || listed.class !== 'Page' || listed.status === 'deleted') return false
  const above = parentId === null ? undefined : await contentById(ctx.app.database.read, parentId)
  return above?.status !== 'current'
}

/** Names a page that is at the top of its space. A restricted page above it still keeps it from users. */
function closeTorn({ report, export: { objects } }: ImportRun, page: ReadPage): void {
  const { sourceId: id, title } = page
  const thing = { kind: 'Pages', id } as const
  const isClosed = isRestrictedAbove(objects, { id })
  report.remark(
    isClosed
      ? 'No user sees the page "{{title}}" here until its restriction is changed: the restricted page above it is not here'
      : 'The page "{{title}}" is at the top of its space here, since the page above it was not imported',
    { title },
    thing,
  )
  // Also where some users may see the page itself: the page above it may have kept it from them.
  if (isClosed) page.restrictions = [...page.restrictions.filter(isOfEditing), { ...NO_USER, operation: 'read' }]
}

const isOfEditing = ({ operation }: ReadPage['restrictions'][number]): boolean => operation === 'update'

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
