import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '#platform/server/config.ts'
import type { DoctorOptions, DoctorReport } from '#platform/server/doctor.ts'
import { prepareHome } from '#platform/server/home.ts'
import { EXIT_FAILED, EXIT_INCOMPLETE } from './errors.ts'
import { configOfWiki, print, warn, withWiki } from './wiki.ts'

const MARKS = { error: '✗', warning: '!' } as const

/** `oxbow backup`, `restore`, `doctor` and `search rebuild`: maintenance of the data. */
export function dataCommands(program: Command): void {
  for (const add of [backupCommand, restoreCommand, doctorCommand, searchCommand]) add(program)
}

function backupCommand(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'a new .tar.gz')
    .description('writes everything into one file, while the wiki runs')
    .addHelpText(
      'after',
      `\nExit code ${EXIT_INCOMPLETE} when stored files were missing or damaged: the backup is whole but for them, and can be restored.`,
    )
    .action(async (file: string) => {
      const config = configOfWiki()
      const [{ backup }, { features }] = await Promise.all([
        import('#platform/server/backup/index.ts'),
        import('../server.ts'),
      ])
      const { tables, blobs } = await backup(config, resolve(file), features)
      const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
      print(`Wrote ${rows} rows and ${blobs.count} stored files (${blobs.bytes} bytes) to ${resolve(file)}`)
      if (blobs.lost === 0) return
      for (const sha256 of blobs.missing) warn(`missing: ${sha256}`)
      for (const sha256 of blobs.damaged) warn(`damaged: ${sha256}`)
      warn(
        `oxbow: Stored files that are missing or damaged: ${blobs.lost}. The backup holds everything else. \`oxbow doctor\` tells what they belong to; restore them from an older backup.`,
      )
      process.exitCode = EXIT_INCOMPLETE
    })
}

function restoreCommand(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'what `oxbow backup` wrote')
    .description('puts a backup into an empty database and folder')
    .action(async (file: string) => {
      const config = readConfig()
      prepareHome(config.home)
      const [{ restore }, { features }] = await Promise.all([
        import('#platform/server/backup/index.ts'),
        import('../server.ts'),
      ])
      const { tables, blobs, createdAt, version } = await restore(config, resolve(file), features)
      const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
      print(
        `Restored ${rows} rows and ${blobs.count} stored files of ${createdAt}, written by Oxbow ${version}. Start the wiki with \`oxbow start\`.`,
      )
      if (blobs.lost > 0)
        warn(
          `oxbow: The backup was made without stored files that were missing or damaged: ${blobs.lost}. \`oxbow doctor\` tells what they belong to.`,
        )
    })
}

function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('examines the data and changes nothing')
    .option('--deep', 'reads the text of every page too; takes longer')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExit code 1 when something is lost or wrong; warnings alone are exit code 0.')
    .action(async (options: { deep?: boolean; json?: boolean }) => {
      const report = await withWiki(async app => {
        const { doctor } = await import('#platform/server/doctor.ts')
        const deep = options.deep === true
        if (!process.stderr.isTTY) return doctor(app, undefined, { deep })
        return doctor(app, ...onOneLine(text => void process.stderr.write(`\r\x1b[2K${text}`), deep))
      })
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
      if (options.json) print(JSON.stringify(report))
      else show(report)
      if (!report.healthy) process.exitCode = EXIT_FAILED
    })
}

function searchCommand(program: Command): void {
  program
    .command('search')
    .description('the search index: rebuild')
    .command('rebuild')
    .description('reads everything again and writes the search index anew; searches go on meanwhile')
    .action(async () =>
      withWiki(async app => {
        const { rebuildIndex } = await import('#features/search/server/index.ts')
        let shown = -1
        const done = await rebuildIndex(app, {
          onProgress(percent) {
            if (process.stderr.isTTY && percent !== shown) process.stderr.write(`\r${percent} %`)
            shown = percent
          },
        })
        if (process.stderr.isTTY) process.stderr.write('\r')
        print(`Indexed ${done} pages, files, comments, spaces and users.`)
      }),
    )
}

/**
 * Terminal progress on one line: the running check and its percentage, since reading every attachment may take hours.
 */
function onOneLine(
  write: (text: string) => void,
  deep: boolean,
): [onCheck: (name: string) => void, options: DoctorOptions] {
  let name = ''
  let shown = -1
  const onCheck = (next: string) => {
    name = next
    shown = -1
    write(`${name} …`)
  }
  const onProgress = (done: number, total: number) => {
    const percent = Math.floor((100 * done) / total)
    if (percent !== shown) write(`${name} … ${percent} % of ${total}`)
    shown = percent
  }
  return [onCheck, { deep, onProgress }]
}

function show({ checks, healthy }: DoctorReport): void {
  for (const { name, findings, found } of checks) {
    print(
      `${findings.length === 0 ? '✓' : findings.some(finding => finding.severity === 'error') ? MARKS.error : MARKS.warning} ${name}`,
    )
    for (const { severity, message } of findings) print(`    ${severity}: ${message}`)
    if (found > findings.length) print(`    … and ${found - findings.length} more`)
  }
  const total = checks.reduce((sum, check) => sum + check.found, 0)
  print(
    healthy
      ? total === 0
        ? 'Nothing is wrong.'
        : `Nothing is lost; ${total} things to look at.`
      : 'Something is wrong: see the lines marked error.',
  )
}
