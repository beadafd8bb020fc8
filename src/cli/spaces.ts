import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { sentenceOf } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { ImportOptions, ImportResult, RunRow } from '#features/space-import/server/index.ts'
import { CommandError, EXIT_FAILED, EXIT_INCOMPLETE, EXIT_USAGE } from './errors.ts'
import { progressOf } from './progress.ts'
import { contextFor, print, warn, withWiki } from './wiki.ts'

const REPEATABLE = `
An import that was interrupted goes on when it is begun again with the same file and key. Until all of it is there, only
administrators see the space.
Exit codes: 0 done, ${EXIT_INCOMPLETE} done, but for what is listed.`

interface ImportCommand {
  space: Map<string, string>
  key?: string
  user?: string
  enableUsers?: boolean
  timeZone?: string
  update?: boolean
  baseUrl?: string
  dryRun?: boolean
  report?: string
  people?: string
  peopleTo?: string
  quiet?: boolean
}

/** `oxbow import`, `oxbow export` */
export function spaceCommands(program: Command): void {
  program
    .command('import')
    .argument(
      '<file>',
      'an XML export of a space or of a whole site (a zip file, or the folder that it was unpacked into)',
    )
    .description('makes spaces of an export of Confluence: pages, history, files, comments, people, permissions')
    .option(
      '--space <key[=new]>',
      'imports this space of the export alone, under another key if one is given; may be repeated',
      addSpace,
      new Map<string, string>(),
    )
    .option('--key <key>', 'the key that the space gets here, for an export of one space')
    .option('--user <name>', 'in whose name (default: the first administrator)')
    .option('--enable-users', 'accounts that are made for people of the export may sign in, once they set a password')
    .option(
      '--time-zone <name>',
      'that of the server that wrote the export, such as Europe/Berlin (default: what it says, or UTC)',
    )
    .option('--base-url <address>', 'of the wiki that was exported: links to it become links to this wiki')
    .option(
      '--update',
      'brings spaces up to date that were imported from an earlier export: what was changed here since stays as it is',
    )
    .option('--dry-run', 'tells what would be imported, and changes nothing')
    .addOption(
      new Option(
        '--people-to <file>',
        'with --dry-run: writes users and groups, and what they would become, to this CSV file',
      ).argParser(resolvedPath),
    )
    .addOption(
      new Option('--people <file>', 'users and groups become what this file says, which --people-to wrote')
        .argParser(resolvedPath)
        .conflicts('dryRun'),
    )
    .option(
      '--report <file>',
      'writes what could not be imported as it was to this file, all of it: *.csv, or *.json with all counts',
      reportFile,
    )
    .option('--quiet', 'lists only what could not be imported as it was')
    .addHelpText('after', REPEATABLE)
    .action(importFile)
  program
    .command('export')
    .argument('<key>', 'the key of the space')
    .description('writes a space to a file that `oxbow import` reads: pages, history, files, comments, permissions')
    .requiredOption('--to <file>', 'the zip file; one of that name is replaced')
    .option('--user <name>', 'what this user may see (default: the first administrator)')
    .option('--no-comments', 'leaves out comments')
    .option('--contents-only', 'leaves out permissions, restrictions and watches')
    .option('--quiet', 'says only what is missing')
    .addHelpText('after', `\nExit codes: 0 done, ${EXIT_INCOMPLETE} done, but for files that are missing or damaged.`)
    .action(exportFile)
}

function addSpace(text: string, spaces: Map<string, string>): Map<string, string> {
  const [source = '', target = source, ...rest] = text.split('=')
  if (source === '' || target === '' || rest.length > 0) throw new InvalidArgumentError('Write KEY or KEY=NEW.')
  return spaces.set(source, target)
}

const resolvedPath = (name: string): string => resolve(name)

function reportFile(name: string): string {
  if (!/\.(?:csv|json)$/.test(name)) throw new InvalidArgumentError('Its name ends in .csv or .json.')
  return resolve(name)
}

interface ExportCommand {
  to: string
  user?: string
  comments: boolean
  contentsOnly?: boolean
  quiet?: boolean
}

async function exportFile(key: string, command: ExportCommand): Promise<void> {
  await withWiki(async app => {
    const { exportSpace, requireExportableSpace } = await import('#features/space-export/server/index.ts')
    const ctx = await contextFor(app, command.user)
    const space = await requireExportableSpace(ctx, key)
    const target = resolve(command.to)
    const partial = `${target}.partial`
    const { archive, lostFiles, pages } = await exportSpace(ctx, space, {
      comments: command.comments,
      rights: !command.contentsOnly,
    })
    try {
      await pipeline(archive, createWriteStream(partial, { mode: 0o600 }))
      await rename(partial, target)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
    if (!command.quiet) print(`Exported ${pages()} pages and posts of ${space.key} “${space.name}” to ${target}`)
    if (lostFiles() === 0) return
    warn(
      `${lostFiles()} stored files are missing or damaged, and not in it: \`oxbow doctor\` tells what they belong to.`,
    )
    process.exitCode = EXIT_INCOMPLETE
  })
}

async function importFile(file: string, command: ImportCommand): Promise<void> {
  if (command.peopleTo !== undefined && !command.dryRun)
    throw new CommandError('--people-to is for --dry-run. Add --dry-run, or leave it out.', EXIT_USAGE)
  // Found missing before the export is read, which may take long.
  if (command.people !== undefined) await access(command.people)
  await withWiki(async app => {
    const { ImportCancelled, removeLeftFolders } = await import('#features/space-import/server/index.ts')
    const ctx = await contextFor(app, command.user)
    await removeLeftFolders(app.config.home)
    if (command.dryRun) return preview(ctx, file, command)
    const run = await newRun(ctx, file, command)
    try {
      tell(await runImport(ctx, run, file, command), command)
    } catch (error) {
      if (!(error instanceof ImportCancelled)) throw await withAllProblems(error)
      warn('The import was cancelled. Begin it again with the same file and key to go on.')
      process.exitCode = EXIT_FAILED
    } finally {
      if (command.report !== undefined) await writeReport(ctx, run, command.report)
    }
  })
}

/** An error that names all that is wrong, such as each line of a file. */
async function withAllProblems(error: unknown): Promise<unknown> {
  const { HttpError } = await import('#platform/server/http/errors.ts')
  if (!(error instanceof HttpError) || error.errors.length < 2) return error
  return new CommandError(error.errors.map(sentenceOf).join('\n'))
}

async function preview(ctx: Context, file: string, command: ImportCommand): Promise<void> {
  const { previewExport } = await import('#features/space-import/server/index.ts')
  const { spaces, counts } = await previewExport(ctx, {
    ...optionsOf(ctx.app, file, command),
    peopleTo: command.peopleTo,
  })
  print('Nothing was changed. What would be imported:')
  for (const { key, space } of spaces)
    print(`space ${key} “${space.name}”${key === space.key ? '' : `, ${space.key} in the export`}`)
  print(countsIn(counts))
}

function optionsOf({ config }: App, file: string, command: ImportCommand): Omit<ImportOptions, 'runId'> {
  return { path: resolve(file), temporary: config.home, keys: command.space, key: command.key, update: command.update }
}

/** Notes the import in the list that administrators see. */
async function newRun(ctx: Context, file: string, command: ImportCommand): Promise<RunRow> {
  const { insertRun } = await import('#features/space-import/server/index.ts')
  const { space, key, enableUsers, update, timeZone, baseUrl } = command
  const spaces = [...space].map(([source, target]) => ({ key: source, target }))
  const facts = await stat(file).catch(() => undefined)
  return ctx.app.database.transaction(
    tx =>
      insertRun(tx, {
        origin: 'command',
        owner_id: ctx.viewer.userId,
        file_name: basename(resolve(file)),
        file_size: facts?.isFile() === true ? facts.size : 0,
        file_sha256: null,
        options: { key, enableUsers, update, timeZone, baseUrl, spaces: spaces.length > 0 ? spaces : undefined },
        state: 'QUEUED',
      }),
    { invalidates: false },
  )
}

/** Imports, until it is cancelled by a signal or by an administrator on the screen of imports. */
async function runImport(ctx: Context, run: RunRow, file: string, command: ImportCommand): Promise<ImportResult> {
  const { cancelRun, importRun } = await import('#features/space-import/server/index.ts')
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      warn('The import ends after the page that it is at.')
      void cancelRun(ctx, run.id)
    })
  let progress: ReturnType<typeof progressOf> | undefined
  const { path, temporary } = optionsOf(ctx.app, file, command)
  try {
    return await importRun(ctx, run, {
      path,
      temporary,
      people: command.people,
      async progress(_done, total, title) {
        progress ??= progressOf(total)
        progress.clear()
        progress.show(title)
      },
    })
  } finally {
    progress?.clear()
  }
}

function tell({ spaces, report }: ImportResult, { quiet }: ImportCommand): void {
  for (const remark of report.remarks) warn(sentenceOf(remark))
  if (report.more > 0) warn(`and ${report.more} more`)
  if (quiet !== true) {
    for (const { key, name } of spaces) print(`Imported space ${key} “${name}”`)
    print(countsIn(report.counts))
  }
  if (!report.isWhole) process.exitCode = EXIT_INCOMPLETE
}

function countsIn(counts: ImportResult['report']['counts']): string {
  return [...counts]
    .map(([what, { arrived, skipped }]) => `${what}: ${arrived}${skipped > 0 ? ` (${skipped} left out)` : ''}`)
    .join(', ')
}

async function writeReport(ctx: Context, { id }: RunRow, file: string): Promise<void> {
  const { reportPieces } = await import('#features/space-import/server/index.ts')
  const pieces = reportPieces(ctx, id, file.endsWith('.csv') ? 'csv' : 'json')
  await pipeline(pieces, createWriteStream(file, { mode: 0o600 }))
}
