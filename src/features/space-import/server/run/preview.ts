import type { Context } from '#platform/server/context.ts'
import { nameKey } from '#features/accounts/server/index.ts'
import { foldName } from '#features/spaces/server/index.ts'
import { hasTemplate } from '#features/templates/server/index.ts'
import type { ImportKind } from '../../contract.ts'
import type {
  ExportedComment,
  ExportedFile,
  ExportedGrant,
  ExportedHolder,
  ExportedMark,
  ExportedPage,
  ExportedSpace,
  ExportedTemplate,
} from '../package/exported.ts'
import type { OpenExport } from '../package/export.ts'
import { pageOf } from '../package/pages.ts'
import { isNamed } from '../package/people.ts'
import { contentsOf, grantsOf, siteTemplatesOf, templatesOf, unplacedOf, watchesOf } from '../package/spaces.ts'
import type { Staging } from '../package/staging-store.ts'
import type { Mark } from './contents.ts'
import { countLabels } from './labels.ts'
import { groupNameOf } from './people-names.ts'
import { ImportReport, type ImportCounts } from './report.ts'
import { permissionOf } from './rights.ts'

/**
 * Counts that the report of the import of a space would have. Fewer labels, likes, watches, saved pages and permissions
 * arrive if their users and groups are left out, or are one user or group here.
 * @param stored ids in the export of the pages and posts that an interrupted import has stored, which are left out
 * @param look is called before each page is read; it throws to end the preview
 */
export async function previewOf(
  source: OpenExport,
  space: ExportedSpace,
  stored: ReadonlySet<string>,
  look: () => Promise<void> = async () => {},
): Promise<ImportCounts> {
  const { objects } = source
  const report = new ImportReport()
  const { contents, drafts } = contentsOf(objects, space)
  report.drafts(drafts)
  for (const listed of contents) {
    await look()
    if (!stored.has(listed.id)) countPage(report, pageOf(source, listed))
  }
  const templates = templatesOf(objects, space)
  const { length } = namesOf(templates)
  all(report, 'Templates', templates.length, length)
  countGrants(report, objects, grantsOf(objects, space))
  const watches = watchesOf(objects, space)
  countMarks(report, 'Watches', watches.all)
  countMarks(report, 'Watches', watches.blogpost)
  countMarks(report, 'Saved for later', space.saved)
  all(report, 'Categories', space.labels.filter(({ prefix }) => prefix === 'team').length)
  return report.take().counts
}

/**
 * Counts that an import would have of what belongs to no space.
 * @param isOfSite false if only some spaces were chosen
 */
export async function previewOfSite({ app }: Context, source: OpenExport, isOfSite = true): Promise<ImportCounts> {
  const report = new ImportReport()
  const templates = siteTemplatesOf(source.objects)
  if (!isOfSite) {
    all(report, 'Templates', templates.length, 0)
    return report.take().counts
  }
  let here = 0
  for (const name of namesOf(templates)) if (!(await hasTemplate(app.database.read, null, name))) here++
  all(report, 'Templates', templates.length, here)
  const { pages, posts, comments, files } = unplacedOf(source)
  all(report, 'Pages', pages, 0)
  all(report, 'Blog posts', posts, 0)
  all(report, 'Comments', comments, 0)
  all(report, 'Files', files, 0)
  all(report, 'Permissions', source.objects.countOf('SpacePermission', null), 0)
  return report.take().counts
}

/** Names of templates, each once: the first of a name is imported. */
function namesOf(templates: readonly ExportedTemplate[]): string[] {
  const names = templates.map(({ name }) => foldName(name.slice(0, 255)))
  return [...new Set(names.filter(name => name !== ''))]
}

function all(report: ImportReport, kind: ImportKind, source: number, arrived = source): void {
  report.source(kind, source)
  report.arrived(kind, arrived)
  report.skipped(kind, source - arrived)
}

function countPage(report: ImportReport, page: ExportedPage): void {
  const { deletedComments, deletedFiles, draftComments } = page.leftOutOn
  all(report, page.type === 'page' ? 'Pages' : 'Blog posts', 1)
  all(report, 'Versions', page.versions.length + page.leftOut.deleted, page.versions.length)
  report.drafts(page.leftOut.drafts + draftComments)
  all(report, 'Files', deletedFiles, 0)
  all(report, 'Comments', deletedComments, 0)
  all(report, 'Labels', page.labels.length, countLabels(page.labels))
  all(report, 'Restrictions', page.restrictions.length)
  countMarks(report, 'Likes', page.likes)
  countMarks(report, 'Watches', page.watches)
  countMarks(report, 'Saved for later', page.saved)
  all(report, 'Properties', page.properties.size)
  for (const file of page.files) countFile(report, file)
  countComments(report, page.comments)
}

function countFile(report: ImportReport, { versions, comments, labels, leftOut }: ExportedFile): void {
  const { length } = versions.filter(({ path }) => path !== undefined)
  report.drafts(leftOut.drafts)
  all(report, 'Files', 1, length > 0 ? 1 : 0)
  all(report, 'File versions', versions.length + leftOut.deleted, length)
  all(report, 'Labels', labels.length, length > 0 ? countLabels(labels) : 0)
  countComments(report, comments, length > 0)
}

function countComments(report: ImportReport, comments: readonly ExportedComment[], isKept = true): void {
  for (const { versions, leftOut, likes, place } of comments) {
    const isThere = isKept && (versions.at(-1)?.body()?.text ?? '').trim() !== ''
    report.drafts(leftOut.drafts)
    all(report, 'Comments', 1, isThere ? 1 : 0)
    if (place.isInline) all(report, 'Inline comments', 1, isThere ? 1 : 0)
    if (isThere) countMarks(report, 'Likes', likes)
    else all(report, 'Likes', likes.length, 0)
  }
}

/** Counts likes, watches or saved pages: one of each user whom the export names. */
function countMarks(report: ImportReport, kind: Mark, marks: readonly ExportedMark[]): void {
  const named = marks.flatMap(({ person }) => (isNamed(person) ? JSON.stringify(person) : []))
  all(report, kind, marks.length, new Set(named).size)
}

function countGrants(report: ImportReport, objects: Staging, grants: readonly ExportedGrant[]): void {
  const found = grants.flatMap(grant => {
    const here = permissionOf(objects, grant)
    return 'permission' in here ? JSON.stringify([here.permission, holderHere(grant.holder)]) : []
  })
  all(report, 'Permissions', grants.length, new Set(found).size)
}

/** A holder with the name that a group has here. */
function holderHere(holder: ExportedHolder): ExportedHolder {
  return holder.kind === 'group' ? { kind: 'group', name: nameKey(groupNameOf(holder.name)) } : holder
}
