import { Command, CommanderError } from 'commander'
import { ConfigError } from '#platform/server/config.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { version } from '#platform/server/package.ts'
import { dataCommands } from './data.ts'
import { diagramCommands } from './diagram.ts'
import { CommandError, describeError, EXIT_FAILED, EXIT_INCOMPLETE, EXIT_USAGE } from './errors.ts'
import { performImportCommand } from './perform-import.ts'
import { spaceCommands } from './spaces.ts'
import { tokenCommands } from './tokens.ts'
import { userCommands } from './users.ts'

const SETTINGS = `
Settings come from the environment, as those of the wiki do: OXBOW_HOME (default ./data), DATABASE_URL, and others that
docs/administrators/configuration.md lists. Commands may be used while the wiki runs.

Exit codes: 0 done, ${EXIT_FAILED} failed, ${EXIT_USAGE} the command was not understood,
${EXIT_INCOMPLETE} a backup lacks files that were missing or damaged, or an import or export left something out.`

/** The command line; each command imports what it needs only when it runs. */
export function createProgram(): Command {
  const program = new Command('oxbow')
    .description('Oxbow, a team wiki.')
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .helpCommand('help [command]', 'help on a command')
    .showSuggestionAfterError()
    .addHelpText('after', SETTINGS)
    .option('-V, --version', 'the version of the program')
  program.on('option:version', () => {
    process.stdout.write(`${version}\n`)
    throw new CommanderError(0, 'commander.version', version)
  })
  program
    .command('start')
    .description('serves the wiki until Ctrl-C or SIGTERM')
    .action(async () => (await import('./start.ts')).start())
  userCommands(program)
  tokenCommands(program)
  dataCommands(program)
  spaceCommands(program)
  diagramCommands(program)
  performImportCommand(program)
  program
    .command('version')
    .description('prints the version of the program')
    .action(() => void process.stdout.write(`${version}\n`))
  return program
}

/** Runs the command line and sets the exit code; errors go to standard error. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = report(error)
  }
}

function report(error: unknown): number {
  // Commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE
  process.stderr.write(`oxbow: ${describeError(error)}\n`)
  const expected = error instanceof CommandError || error instanceof ConfigError || error instanceof HttpError
  if (!expected && /^(?:debug|trace)$/.test(process.env['OXBOW_LOG_LEVEL'] ?? ''))
    process.stderr.write(`${(error as Error).stack ?? ''}\n`)
  return error instanceof CommandError ? error.exitCode : EXIT_FAILED
}
