import { foldName } from '#features/spaces/server/index.ts'
import { importTemplate } from '#features/templates/server/index.ts'
import type { ExportedTemplate } from '../package/exported.ts'
import { siteTemplatesOf, unplacedOf } from '../package/spaces.ts'
import type { ImportRun } from './import-run.ts'
import { templateLabelsHere } from './labels.ts'

/**
 * Imports the parts of an export that belong to no space, and names those that have no place here.
 * @param isOfSite false if only some spaces were chosen
 */
export async function importSiteParts(run: ImportRun, isOfSite: boolean): Promise<void> {
  const { report } = run
  const { objects } = run.export
  const templates = siteTemplatesOf(objects)
  if (!isOfSite) {
    report.source('Templates', templates.length)
    report.leaveOut('Templates of the site left out, since only some spaces were chosen: {{number}}', templates.length)
    return
  }
  await importTemplates(run, null, templates)
  const { pages, posts, comments, files } = unplacedOf(run.export)
  const permissions = objects.countOf('SpacePermission', null)
  report.source('Pages', pages)
  report.leaveOut('Pages left out, since they are in no space of the export: {{number}}', pages)
  report.source('Blog posts', posts)
  report.leaveOut('Blog posts left out, since they are in no space of the export: {{number}}', posts)
  report.source('Comments', comments)
  report.leaveOut('Comments left out, since they are on no page of the export: {{number}}', comments)
  report.source('Files', files)
  report.leaveOut('Files left out, since they are on no page or blog post of the export: {{number}}', files)
  report.leaveOut(
    'Members of groups left out, since groups are made without members: {{number}}',
    objects.count('HibernateMembership'),
  )
  report.source('Permissions', permissions)
  report.leaveOut('Global permissions left out, since an import changes none: {{number}}', permissions)
}

/** Imports templates of a space, or of the site for null. */
export async function importTemplates(
  run: ImportRun,
  spaceId: number | null,
  templates: readonly ExportedTemplate[],
): Promise<void> {
  const { ctx, report, texts } = run
  const seen = new Set<string>()
  report.source('Templates', templates.length)
  for (const template of templates) {
    const name = template.name.slice(0, 255)
    if (name === '') {
      report.leaveOut('Templates left out, since they have no name: {{number}}')
      continue
    }
    report.reading({ kind: 'Templates', id: name })
    const { storage } = await texts.read(template.body, name)
    const description = template.description.slice(0, 255)
    const labels = await templateLabelsHere(run, template.labels)
    const outcome = await ctx.app.database.transaction(tx =>
      importTemplate(tx, spaceId, { name, description, labels, storage }),
    )
    const isAgain = seen.has(foldName(name))
    seen.add(foldName(name))
    if (outcome !== 'taken' && !isAgain) report.arrived('Templates')
    else {
      report.remark('The template "{{name}}" was left out, since another template has its name', { name })
      report.skipped('Templates')
    }
  }
}
