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
    report.leaveOut('Templates of the site left out, since only some spaces were chosen: {{number}}', templates.length)
    return
  }
  await importTemplates(run, null, templates)
  const { pages, comments, files } = unplacedOf(run.export)
  report.leaveOut('Pages and blog posts left out, since they are in no space of the export: {{number}}', pages)
  report.leaveOut('Comments left out, since they are on no page of the export: {{number}}', comments)
  report.leaveOut('Files left out, since they are on no page or blog post of the export: {{number}}', files)
  report.leaveOut(
    'Members of groups left out, since groups are made without members: {{number}}',
    objects.count('HibernateMembership'),
  )
  report.leaveOut(
    'Global permissions left out, since an import changes none: {{number}}',
    objects.countOf('SpacePermission', null),
  )
}

/** Imports templates of a space, or of the site for null. */
export async function importTemplates(
  run: ImportRun,
  spaceId: number | null,
  templates: readonly ExportedTemplate[],
): Promise<void> {
  const { ctx, report, texts } = run
  for (const template of templates) {
    const name = template.name.slice(0, 255)
    if (name === '') {
      report.leaveOut('Templates left out, since they have no name: {{number}}')
      continue
    }
    const { storage } = await texts.read(template.body, name)
    const description = template.description.slice(0, 255)
    const labels = await templateLabelsHere(run, template.labels)
    const outcome = await ctx.app.database.transaction(tx =>
      importTemplate(tx, spaceId, { name, description, labels, storage }),
    )
    if (outcome === 'added') report.count('Templates')
    if (outcome === 'taken')
      report.remark('The template "{{name}}" was left out, since another template has its name', { name })
  }
}
