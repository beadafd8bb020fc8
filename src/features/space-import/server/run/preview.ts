import { foldName } from '#features/spaces/server/index.ts'
import { hasTemplate } from '#features/templates/server/index.ts'
import type {
  ExportedComment,
  ExportedFile,
  ExportedPage,
  ExportedSpace,
  ExportedTemplate,
} from '../package/exported.ts'
import type { OpenExport } from '../package/export.ts'
import { pageOf } from '../package/pages.ts'
import { contentsOf, siteTemplatesOf, templatesOf } from '../package/spaces.ts'
import { ImportReport } from './report.ts'

/** A space whose import is previewed. */
export interface PreviewedSpace {
  readonly space: ExportedSpace
  /** Ids in the export of the pages and posts that an interrupted import has stored. */
  readonly stored: ReadonlySet<string>
}

/**
 * Counts that the report of an import of spaces would have, without those of users and groups: only an import finds
 * those.
 */
export function previewOf(source: OpenExport, spaces: readonly PreviewedSpace[]): ImportReport {
  const report = new ImportReport()
  for (const { space, stored } of spaces) {
    const { contents, drafts } = contentsOf(source.objects, space)
    report.count('Spaces')
    report.count('Drafts left out', drafts)
    for (const listed of contents) if (!stored.has(listed.id)) countPage(report, pageOf(source, listed))
    report.count('Templates', namesOf(templatesOf(source.objects, space)).length)
  }
  return report
}

/** Adds the templates of the site that an import would bring in. */
export async function previewSiteTemplates(
  report: ImportReport,
  { objects }: OpenExport,
  db: Parameters<typeof hasTemplate>[0],
): Promise<void> {
  for (const name of namesOf(siteTemplatesOf(objects)))
    if (!(await hasTemplate(db, null, name))) report.count('Templates')
}

/** Names of templates, each once: the first of a name is imported. */
function namesOf(templates: readonly ExportedTemplate[]): string[] {
  const names = templates.map(({ name }) => foldName(name.slice(0, 255)))
  return [...new Set(names.filter(name => name !== ''))]
}

function countPage(report: ImportReport, page: ExportedPage): void {
  report.count(page.type === 'page' ? 'Pages' : 'Blog posts')
  report.count('Versions', page.versions.length)
  report.count('Drafts left out', page.leftOut.drafts + page.leftOutOn.draftComments)
  for (const file of page.files) countFile(report, file)
  countComments(report, page.comments)
}

function countFile(report: ImportReport, { versions, comments, leftOut }: ExportedFile): void {
  report.count('Drafts left out', leftOut.drafts)
  if (versions.every(({ path }) => path === undefined)) return
  report.count('Files')
  countComments(report, comments)
}

function countComments(report: ImportReport, comments: readonly ExportedComment[]): void {
  for (const { versions, leftOut } of comments) {
    report.count('Drafts left out', leftOut.drafts)
    const isEmpty = (versions.at(-1)?.body()?.text ?? '').trim() === ''
    if (!isEmpty) report.count('Comments')
  }
}
