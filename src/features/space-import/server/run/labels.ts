import { labelName, type ImportedLabel } from '#features/labels/server/index.ts'
import { MAX_CATEGORIES } from '#features/space-categories/server/index.ts'
import type { ExportedLabel } from '../package/exported.ts'
import type { ImportRun } from './import-run.ts'

/** Labels that can be here. Personal ones need their user. */
export async function labelsHere(run: ImportRun, exported: readonly ExportedLabel[]): Promise<ImportedLabel[]> {
  const { clock, people, report } = run
  const labels: ImportedLabel[] = []
  for (const { name, prefix, person, at } of exported) {
    const account = await people.account(person)
    if (prefix === 'my' && !account) {
      report.leaveOut(
        'Labels left out, since the export does not name the users whose personal labels they are: {{number}}',
      )
      continue
    }
    const read = nameOf(name, prefix)
    if (read) labels.push({ ...read, accountId: account?.id ?? null, at: clock.at(at) })
    else report.remark('The label "{{name}}" was left out: no label can have that name', { name: name.slice(0, 100) })
  }
  return labels
}

/** Categories of a space: its labels with the prefix `team`. It has no others here. */
export async function categoriesHere(run: ImportRun, exported: readonly ExportedLabel[]): Promise<ImportedLabel[]> {
  const categories = exported.filter(({ prefix }) => prefix === 'team')
  run.report.leaveOut(
    'Labels of spaces left out, since spaces have categories only: {{number}}',
    exported.length - categories.length,
  )
  const here = [...new Map((await labelsHere(run, categories)).map(label => [label.name, label])).values()]
  run.report.leaveOut(
    'Space categories left out, since a space can have at most 50: {{number}}',
    here.length - MAX_CATEGORIES,
  )
  return here
}

/** Names of the labels that pages from a template get. */
export async function templateLabelsHere(run: ImportRun, exported: readonly ExportedLabel[]): Promise<string[]> {
  const ofAll = exported.filter(({ prefix }) => prefix === 'global')
  run.report.leaveOut(
    'Labels of templates left out, since they are personal or categories: {{number}}',
    exported.length - ofAll.length,
  )
  return [...new Set((await labelsHere(run, ofAll)).map(({ name }) => name))]
}

function nameOf(name: string, prefix: string) {
  try {
    return labelName(name, prefix)
  } catch {
    return undefined
  }
}
