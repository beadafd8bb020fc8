import { InvalidArgumentError, type Command } from 'commander'
import { print, withWiki } from './wiki.ts'

const loadAccounts = () => import('#features/accounts/server/index.ts')

/** `oxbow token …`: personal access tokens, by which scripts sign in. */
export function tokenCommands(program: Command): void {
  const token = program.command('token').description('personal access tokens: create, list, revoke')

  token
    .command('create')
    .argument('<username>', 'the user whom the token stands for')
    .argument('<name>', 'what it is for')
    .description('makes a token and prints it, once')
    .option('--days <number>', 'ends it after so many days (default: never)', wholeNumber)
    .action(async (username: string, name: string, options: { days?: number }) =>
      withWiki(async app => {
        print(await (await loadAccounts()).accountCommands.addToken(app, username, name, options.days))
      }),
    )

  token
    .command('list')
    .argument('<username>', 'the user')
    .description('lists the tokens of a user')
    .option('--json', 'one JSON object a line')
    .action(async (username: string, options: { json?: boolean }) =>
      withWiki(async app => {
        for (const row of await (await loadAccounts()).accountCommands.tokensOf(app, username)) {
          const ends = row.expires_at === null ? null : day(row.expires_at)
          const used = row.last_used_at === null ? null : day(row.last_used_at)
          if (options.json)
            print(
              JSON.stringify({
                id: row.id,
                name: row.name,
                createdAt: day(row.created_at),
                expiresAt: ends,
                lastUsedAt: used,
              }),
            )
          else
            print(
              [
                row.id,
                row.name,
                `made ${day(row.created_at)}`,
                ends ? `ends ${ends}` : 'never ends',
                used ? `used ${used}` : 'never used',
              ].join('\t'),
            )
        }
      }),
    )

  token
    .command('revoke')
    .argument('<username>', 'the user')
    .argument('<id>', 'the id that `token list` shows', wholeNumber)
    .description('ends a token at once')
    .action(async (username: string, id: number) =>
      withWiki(async app => {
        await (await loadAccounts()).accountCommands.endToken(app, username, id)
        print(`The token ${id} of ${username} is revoked.`)
      }),
    )
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
