import { labelName, MAX_LABELS, type ImportedLabel } from '#features/labels/server/index.ts'
import { MAX_CATEGORIES } from '#features/space-categories/server/index.ts'
import type { ExportedLabel } from '../package/exported.ts'
import { isNamed } from '../package/people.ts'
import type { ImportRun } from './import-run.ts'

/** Labels of a page or file that can be here. Personal ones need their user. The report counts them. */
export async function labelsHere(run: ImportRun, exported: readonly ExportedLabel[]): Promise<ImportedLabel[]> {
  const { report } = run
  const labels = await namedLabels(run, exported, () => report.skipped('Labels'))
  const here = distinct(labels)
  report.source('Labels', exported.length)
  report.leaveOut('Labels left out, since others have the same name here: {{number}}', labels.length - here.length)
  report.leaveOut(
    'Labels left out, since a page or file can have at most 500: {{number}}',
    Math.max(0, here.length - MAX_LABELS),
  )
  report.arrived('Labels', Math.min(here.length, MAX_LABELS))
  return here
}

/** Labels, each once: a personal one for each of its users. */
function distinct(labels: readonly ImportedLabel[]): ImportedLabel[] {
  const keyOf = ({ prefix, name, accountId }: ImportedLabel) => `${prefix} ${prefix === 'my' ? accountId : ''} ${name}`
  return [...new Map(labels.toReversed().map(label => [keyOf(label), label])).values()].toReversed()
}

/**
 * Labels with names that a label can have.
 * @param skipped is called for each of the others, beside the remark on it
 */
async function namedLabels(
  { clock, people, report }: ImportRun,
  exported: readonly ExportedLabel[],
  skipped: () => void,
): Promise<ImportedLabel[]> {
  const labels: ImportedLabel[] = []
  for (const { name, prefix, person, at } of exported) {
    const account = await people.account(person)
    if (prefix === 'my' && !account) {
      report.leaveOut(
        isNamed(person)
          ? 'Labels left out, since the users whose personal labels they are were left out: {{number}}'
          : 'Labels left out, since the export does not name the users whose personal labels they are: {{number}}',
      )
      continue
    }
    const read = nameOf(name, prefix)
    if (read) labels.push({ ...read, accountId: account?.id ?? null, at: clock.at(at) })
    else {
      report.remark('The label "{{name}}" was left out: no label can have that name', { name: name.slice(0, 100) })
      skipped()
    }
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
  const { report } = run
  const named = await namedLabels(run, categories, () => report.skipped('Categories'))
  const here = [...new Map(named.map(label => [label.name, label])).values()]
  report.source('Categories', categories.length)
  report.skipped('Categories', named.length - here.length)
  report.leaveOut(
    'Space categories left out, since a space can have at most 50: {{number}}',
    here.length - MAX_CATEGORIES,
  )
  report.arrived('Categories', Math.min(here.length, MAX_CATEGORIES))
  return here
}

/** Names of the labels that pages from a template get. */
export async function templateLabelsHere(run: ImportRun, exported: readonly ExportedLabel[]): Promise<string[]> {
  const ofAll = exported.filter(({ prefix }) => prefix === 'global')
  run.report.leaveOut(
    'Labels of templates left out, since they are personal or categories: {{number}}',
    exported.length - ofAll.length,
  )
  return [...new Set((await namedLabels(run, ofAll, () => {})).map(({ name }) => name))]
}

/** Number of labels of a page or file that can be here, where all their users can. */
export function countLabels(exported: readonly ExportedLabel[]): number {
  const found = exported.flatMap(({ name, prefix, person }) => {
    const read = prefix === 'my' && !isNamed(person) ? undefined : nameOf(name, prefix)
    return read ? JSON.stringify([read.prefix, read.name, read.prefix === 'my' ? person : null]) : []
  })
  return Math.min(new Set(found).size, MAX_LABELS)
}

function nameOf(name: string, prefix: string) {
  try {
    return labelName(name, prefix)
  } catch {
    return undefined
  }
}
