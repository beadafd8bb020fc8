import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { EXIT_FAILED, EXIT_INCOMPLETE, EXIT_USAGE } from './errors.ts'
import { importFile } from './space-import.ts'
import { contextFor, print, warn, withWiki } from './wiki.ts'
import { counted } from './words.ts'

const REPEATABLE = `
An import that was interrupted goes on when it is begun again with the same file and key. Until all of it is there, only
administrators see the space.

Exit codes:
  0  done, or all of it was imported before
  ${EXIT_FAILED}  failed or cancelled: what was imported stays, and the same command goes on. With --dry-run: the import would fail
  ${EXIT_USAGE}  the command was not understood, and nothing was done
  ${EXIT_INCOMPLETE}  done, but for what is listed`

/** `oxbow import`, `oxbow export` */
export function spaceCommands(program: Command): void {
  importCommand(program)
  exportCommand(program)
}

function importCommand(program: Command): void {
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
    .option('--dry-run', 'tells what an import would do with each space, its users and its groups, and changes nothing')
    .addOption(
      new Option(
        '--people-to <file>',
        'with --dry-run: writes users and groups, and what they would become, to this CSV file',
      ).argParser(resolvedPath),
    )
    .addOption(
      new Option('--people <file>', 'users and groups become what this file says, which --people-to wrote')
        .argParser(resolvedPath)
        .conflicts('peopleTo'),
    )
    .option(
      '--report <file>',
      'writes what could not be imported as it was to this file, all of it: *.csv, or *.json with all counts',
      reportFile,
    )
    .option('--quiet', 'lists only what could not be imported as it was')
    .addHelpText('after', REPEATABLE)
    .action(importFile)
}

function exportCommand(program: Command): void {
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

function addSpace(text: string, spaces: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const [source = '', target = source, ...rest] = text.split('=')
  if (source === '' || target === '' || rest.length > 0) throw new InvalidArgumentError('Write KEY or KEY=NEW.')
  for (const [otherSource, otherTarget] of spaces) {
    if (isSame(source, otherSource)) throw new InvalidArgumentError(`The space ${source} is named twice.`)
    if (isSame(target, otherTarget)) throw new InvalidArgumentError(`Two spaces would get the key ${target}.`)
  }
  return new Map([...spaces, [source, target]])
}

const isSame = (key: string, other: string): boolean => key.toLowerCase() === other.toLowerCase()

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
    if (!command.quiet)
      print(
        `Exported ${counted(pages(), 'page or post', 'pages and posts')} of ${space.key} “${space.name}” to ${target}`,
      )
    if (lostFiles() === 0) return
    const lost = counted(lostFiles(), 'stored file is', 'stored files are')
    warn(`${lost} missing or damaged, and not in it: \`oxbow doctor\` tells what they belong to.`)
    process.exitCode = EXIT_INCOMPLETE
  })
}
