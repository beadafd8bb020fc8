import { createWriteStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sentenceOf } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { ImportOptions, ImportResult, RunRow } from '#features/space-import/server/index.ts'
import { isWebAddress } from '#features/space-import/shared.ts'
import { CommandError, describeError, EXIT_FAILED, EXIT_INCOMPLETE, EXIT_USAGE } from './errors.ts'
import { progressOf } from './progress.ts'
import { countsIn, tellChoicesBefore, tellPreview } from './space-import-preview.ts'
import { contextFor, print, warn, withWiki } from './wiki.ts'

/** Options of `oxbow import`. */
export interface ImportCommand {
  space?: ReadonlyMap<string, string>
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

/** `oxbow import` */
export async function importFile(file: string, command: ImportCommand): Promise<void> {
  await checkCommand(command)
  await withWiki(async app => {
    const { previewExport, removeLeftFolders, requireExport } = await import('#features/space-import/server/index.ts')
    const ctx = await contextFor(app, command.user)
    await removeLeftFolders(app.config.home)
    if (command.dryRun) {
      const { people, peopleTo } = command
      const preview = await withAllProblems(previewExport(ctx, { ...optionsOf(app, file, command), people, peopleTo }))
      return tellPreview(preview, command)
    }
    // Before it is noted in the list of imports.
    await requireExport(resolve(file))
    await importInRun(ctx, file, command)
  })
}

/** Finds what is wrong with options before the export is read, which may take long. @throws CommandError */
async function checkCommand(command: ImportCommand): Promise<void> {
  const { baseUrl, dryRun, key, people, peopleTo, report, space, timeZone } = command
  if (peopleTo !== undefined && !dryRun) throw usage('--people-to is for --dry-run. Add --dry-run, or leave it out.')
  if (report !== undefined && dryRun)
    throw usage('--report is for an import: a dry run has no report. Leave out --report or --dry-run.')
  if (key !== undefined && space)
    throw usage('--key is for an export of one space. Beside --space, write the new key there: --space KEY=NEW.')
  if (timeZone !== undefined) await checkZone(timeZone)
  if (baseUrl !== undefined && !isWebAddress(baseUrl))
    throw usage(`--base-url: ${baseUrl} is no http or https address. Write it as in https://wiki.example.org.`)
  if (report !== undefined) await requireWritable('--report', report)
  if (peopleTo !== undefined) await requireWritable('--people-to', peopleTo)
  if (people !== undefined) await access(people)
}

const usage = (message: string) => new CommandError(message, EXIT_USAGE)

async function checkZone(name: string): Promise<void> {
  const { checkTimeZone } = await import('#features/space-import/server/index.ts')
  try {
    checkTimeZone(name)
  } catch {
    throw usage(`--time-zone: ${name} is no name of a time zone. Write it as in Europe/Berlin.`)
  }
}

/** @throws CommandError where a file cannot be written */
async function requireWritable(option: string, file: string): Promise<void> {
  const folder = dirname(file)
  const place = await stat(folder).catch(() => undefined)
  if (!place?.isDirectory()) throw usage(`${option}: there is no folder ${folder}. Make it, or name another file.`)
  const facts = await stat(file).catch(() => undefined)
  if (facts?.isDirectory()) throw usage(`${option}: ${file} is a folder. Name a file.`)
  await access(facts ? file : folder, constants.W_OK).catch(() => {
    throw usage(`${option}: ${file} cannot be written. Name another file, or get the right to write it.`)
  })
}

/** The result, or an error that names all that is wrong, such as each line of a file. */
async function withAllProblems<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { HttpError } = await import('#platform/server/http/errors.ts')
    const { UPDATABLE } = await import('#features/space-import/server/index.ts')
    if (!(error instanceof HttpError)) throw error
    if (error.text.key === UPDATABLE) throw new CommandError(`${error.message} by --update`)
    if (error.errors.length > 1) throw new CommandError(error.errors.map(sentenceOf).join('\n'))
    throw error
  }
}

function optionsOf({ config }: App, file: string, command: ImportCommand): Omit<ImportOptions, 'runId'> {
  return { path: resolve(file), temporary: config.home, keys: command.space, key: command.key, update: command.update }
}

async function importInRun(ctx: Context, file: string, command: ImportCommand): Promise<void> {
  const { AlreadyImported, ImportCancelled, removeRun } = await import('#features/space-import/server/index.ts')
  const run = await newRun(ctx, file, command)
  const { report } = command
  try {
    await tell(ctx, run, await withAllProblems(runImport(ctx, run, file, command)), command)
  } catch (error) {
    if (error instanceof AlreadyImported) {
      await removeRun(ctx, run.id)
      if (command.quiet !== true) print(`${error.message}.`)
      return
    }
    if (report !== undefined) await writeReport(ctx, run, report).catch(warnOfReport(report))
    if (!(error instanceof ImportCancelled)) throw error
    warn('The import was cancelled. Begin it again with the same file and key to go on.')
    process.exitCode = EXIT_FAILED
    return
  }
  if (report === undefined) return
  await writeReport(ctx, run, report).catch(error => {
    warnOfReport(report)(error)
    warn('The import is done. Administration → Import has its report.')
    process.exitCode = EXIT_INCOMPLETE
  })
}

const warnOfReport = (file: string) => (error: unknown) =>
  warn(`The report could not be written to ${file}: ${describeError(error)}`)

/** Notes the import in the list that administrators see. */
async function newRun(ctx: Context, file: string, command: ImportCommand): Promise<RunRow> {
  const { insertRun } = await import('#features/space-import/server/index.ts')
  const { space, key, enableUsers, update, timeZone, baseUrl } = command
  const spaces = space && [...space].map(([source, target]) => ({ key: source, target }))
  const facts = await stat(file)
  return ctx.app.database.transaction(
    tx =>
      insertRun(tx, {
        origin: 'command',
        owner_id: ctx.viewer.userId,
        file_name: basename(resolve(file)),
        file_size: facts.isFile() ? facts.size : 0,
        file_sha256: null,
        options: { key, enableUsers, update, timeZone, baseUrl, spaces },
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

async function tell(
  ctx: Context,
  run: RunRow,
  { spaces, report }: ImportResult,
  { quiet, people }: ImportCommand,
): Promise<void> {
  const isOfSeveral = new Set(report.listed.map(({ space }) => space)).size > 1
  for (const { space, effect, text } of report.listed)
    if (quiet !== true || effect !== 'noted')
      warn((isOfSeveral && space !== null ? `${space}: ` : '') + sentenceOf(text))
  if (report.more > 0) warn(`and ${report.more} more`)
  if (quiet !== true) {
    for (const { key, name } of spaces) print(`Imported space ${key} “${name}”`)
    print(countsIn(report.counts))
    const { countChoices } = await import('#features/space-import/server/index.ts')
    // A file may have chosen for the same users.
    if (people === undefined) tellChoicesBefore(await countChoices(ctx.app.database.read, run.id))
  }
  if (!report.isWhole) process.exitCode = EXIT_INCOMPLETE
}

async function writeReport(ctx: Context, { id }: RunRow, file: string): Promise<void> {
  const { reportPieces } = await import('#features/space-import/server/index.ts')
  const pieces = reportPieces(ctx, id, file.endsWith('.csv') ? 'csv' : 'json')
  await pipeline(pieces, createWriteStream(file, { mode: 0o600 }))
}
