import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { ExportFormat, ImportedFile } from '#features/diagram-bulk/server/index.ts'
import { CommandError, EXIT_INCOMPLETE } from './errors.ts'
import { progressOf } from './progress.ts'
import { contextFor, print, warn, withWiki } from './wiki.ts'

const REPEATABLE = `
A second run changes nothing that is the same: begin a run that was interrupted again.
Exit codes: 0 done, ${EXIT_INCOMPLETE} done but for what was refused or kept.`

interface ImportCommand {
  space: string
  parent?: string
  user?: string
  dryRun?: boolean
  overwrite?: boolean
  quiet?: boolean
}

/** `oxbow diagram import` */
export function importCommand(diagram: Command): void {
  diagram
    .command('import')
    .argument('<folder>', 'diagrams of this wiki, of Gliffy and of draw.io, in folders as you like')
    .description('makes a page for each diagram of a folder, and one for each folder in it')
    .requiredOption('--space <key>', 'the space that they go to')
    .option('--parent <page>', 'title or id of the page above them (default: the home page)')
    .option('--user <name>', 'in whose name, by whose rights (default: the first administrator)')
    .option('--dry-run', 'tells what would be done, and changes nothing')
    .option('--overwrite', 'replaces diagrams that were changed in the wiki since they were imported')
    .option('--quiet', 'tells of what went wrong, and the summary')
    .addHelpText('after', REPEATABLE)
    .action(importFolder)
}

async function importFolder(given: string, options: ImportCommand): Promise<void> {
  const folder = resolve(given)
  if (!(await stat(folder)).isDirectory()) throw new CommandError(`${folder} is no folder.`)
  await withWiki(async app => {
    const { countFiles, importDiagrams, pageForImport } = await import('#features/diagram-bulk/server/index.ts')
    const { requireSpace } = await import('#features/spaces/server/index.ts')
    const ctx = await contextFor(app, options.user)
    const space = await requireSpace(ctx, options.space)
    const parentId = await pageForImport(ctx, space, options.parent)
    const progress = progressOf(await countFiles(folder))
    const tally = new Tally()
    const { dryRun = false, overwrite = false } = options
    for await (const file of importDiagrams(ctx, { folder, space, parentId, dryRun, overwrite })) {
      tally.add(file.outcome, file.outcome === 'passed-over' ? 0 : file.approximations)
      progress.clear()
      tell(file, options)
      progress.show(file.path)
    }
    progress.clear()
    if (dryRun) print('Nothing was changed. What would be done:')
    print(tally.summary(['imported', 'updated', 'unchanged', 'kept', 'refused', 'passed-over']))
    if (tally.of('refused') + tally.of('kept') > 0) process.exitCode = EXIT_INCOMPLETE
  })
}

function tell({ path, outcome, page, reason, report }: ImportedFile, { quiet, dryRun }: ImportCommand): void {
  if (outcome === 'refused' || outcome === 'kept') warn(`${path}: ${outcome}. ${reason}`)
  if (quiet) return
  if (outcome === 'passed-over') warn(`${path}: passed over. ${reason}`)
  if (outcome !== 'imported' && outcome !== 'updated') return
  print(`${path}: ${dryRun ? 'would be ' : ''}${outcome} as “${page}”`)
  for (const { path: place, message } of report) warn(`${path}: ${place}: ${message}`)
}

interface ExportCommand {
  to: string
  format: ExportFormat
  quiet?: boolean
}

/** `oxbow diagram export` */
export function exportCommand(diagram: Command): void {
  diagram
    .command('export')
    .argument('<space>', 'key of the space')
    .description('writes all diagrams of a space into files, in a folder for each page')
    .requiredOption('--to <folder>', 'the folder to write into; made where there is none')
    .addOption(
      new Option('--format <form>', 'json: the form of this wiki; svg and png: a picture of each page')
        .choices(['json', 'svg', 'png'])
        .default('json'),
    )
    .option('--quiet', 'tells of what went wrong, and the summary')
    .addHelpText('after', REPEATABLE)
    .action(exportSpace)
}

async function exportSpace(key: string, { to, format, quiet }: ExportCommand): Promise<void> {
  await withWiki(async app => {
    const { countDiagramsOfSpace, exportDiagrams } = await import('#features/diagram-bulk/server/index.ts')
    const { requireSpace } = await import('#features/spaces/server/index.ts')
    const space = await requireSpace(await contextFor(app, undefined), key)
    const progress = progressOf(await countDiagramsOfSpace(app.database.read, space.id))
    const tally = new Tally()
    for await (const { path, outcome, reason } of exportDiagrams(app, { folder: resolve(to), space, format })) {
      tally.add(outcome)
      progress.clear()
      if (outcome === 'refused') warn(`${path}: refused. ${reason}`)
      if (outcome === 'written' && !quiet) print(path)
      progress.show(path)
    }
    progress.clear()
    print(tally.summary(['written', 'unchanged', 'refused']))
    if (tally.of('refused') > 0) process.exitCode = EXIT_INCOMPLETE
  })
}

/** Counts what became of files. */
class Tally {
  readonly #counts = new Map<string, number>()
  #approximated = 0
  #approximations = 0

  add(outcome: string, approximations = 0): void {
    this.#counts.set(outcome, this.of(outcome) + 1)
    if (approximations > 0) this.#approximated++
    this.#approximations += approximations
  }

  of(outcome: string): number {
    return this.#counts.get(outcome) ?? 0
  }

  summary(outcomes: readonly string[]): string {
    const counts = outcomes.map(outcome => `${outcome.replace('-', ' ')} ${this.of(outcome)}`).join(', ')
    const shown = `${counts.slice(0, 1).toUpperCase()}${counts.slice(1)}.`
    return this.#approximated === 0
      ? shown
      : `${shown} Shown otherwise than in the file: ${counted(this.#approximated, 'diagram')}, ${counted(this.#approximations, 'place')}.`
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
