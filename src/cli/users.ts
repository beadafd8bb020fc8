import type { Command } from 'commander'
import { readNewPassword } from './password.ts'
import { CommandError, EXIT_USAGE } from './errors.ts'
import { print, withWiki } from './wiki.ts'

interface AddOptions {
  name?: string
  email?: string
  admin?: boolean
  link?: boolean
}

const loadAccounts = () => import('#features/accounts/server/index.ts')
const PASSWORD_HELP = `
The password is asked for on the terminal, or read from the first line of standard input. With --link none is set, and
the address is printed by which the user sets one.`

/** `oxbow user …`: accounts, managed on the machine itself. */
export function userCommands(program: Command): void {
  const user = program.command('user').description('users: add, list, password, disable, enable, admin')
  for (const add of [addCommand, listCommand, passwordCommand, activeCommands, adminCommand]) add(user)
}

function addCommand(user: Command): void {
  user
    .command('add')
    .argument('<username>', 'the user name')
    .description('adds a user')
    .option('--name <name>', 'full name (default: the user name)')
    .option('--email <address>', 'e-mail address')
    .option('--admin', 'makes the user an administrator')
    .option('--link', 'sets no password, and prints a link by which the user sets one')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (username: string, options: AddOptions) => {
      const password = options.link ? undefined : await readNewPassword()
      await withWiki(async app => {
        const { accountCommands, hasAccounts } = await loadAccounts()
        if (!options.admin && !(await hasAccounts(app))) {
          throw new CommandError('The first user of a wiki must be its administrator: add --admin.')
        }
        const { account, resetUrl } = await accountCommands.addUser(app, {
          username,
          displayName: options.name ?? username,
          email: options.email ?? '',
          password,
          admin: options.admin,
        })
        print(`Added ${account.username}.`)
        if (resetUrl !== undefined) print(`The password is set at ${resetUrl}`)
      })
    })
}

function listCommand(user: Command): void {
  user
    .command('list')
    .argument('[query]', 'shows only users whose name or address begins with this')
    .description('lists users')
    .option('--json', 'one JSON object a line')
    .action(async (query: string | undefined, options: { json?: boolean }) =>
      withWiki(async app => {
        const { accountCommands } = await loadAccounts()
        for await (const account of accountCommands.listUsers(app, query)) {
          const { username, display_name: displayName, email, active } = account
          if (options.json) print(JSON.stringify({ username, displayName, email, active: active === 1 }))
          else
            print(
              [username, displayName, email, active === 1 ? '' : '(disabled)'].filter(part => part !== '').join('\t'),
            )
        }
      }),
    )
}

function passwordCommand(user: Command): void {
  user
    .command('password')
    .argument('<username>', 'the user name')
    .description('sets a password and ends all sessions of the user')
    .option('--link', 'sets no password, and prints a link by which the user sets one')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (username: string, options: { link?: boolean }) => {
      const password = options.link ? undefined : await readNewPassword()
      await withWiki(async app => {
        const { accountCommands } = await loadAccounts()
        const url = await accountCommands.resetUserPassword(app, username, password)
        print(
          url === undefined ? `The password of ${username} is set.` : `The password of ${username} is set at ${url}`,
        )
      })
    })
}

function activeCommands(user: Command): void {
  for (const [name, active, done] of [
    ['disable', false, 'may no longer sign in'],
    ['enable', true, 'may sign in again'],
  ] as const) {
    user
      .command(name)
      .argument('<username>', 'the user name')
      .description(active ? 'lets a disabled user in again' : 'locks a user out; what they wrote stays')
      .action(async (username: string) =>
        withWiki(async app => {
          await (await loadAccounts()).accountCommands.setUserActive(app, username, active)
          print(`${username} ${done}.`)
        }),
      )
  }
}

function adminCommand(user: Command): void {
  user
    .command('admin')
    .argument('<username>', 'the user name')
    .argument('[on|off]', 'whether they administer the wiki', 'on')
    .description('makes a user an administrator, or takes that away')
    .action(async (username: string, state: string) => {
      if (state !== 'on' && state !== 'off') throw new CommandError(`"${state}" is neither on nor off`, EXIT_USAGE)
      await withWiki(async app => {
        await (await loadAccounts()).accountCommands.setAdministrator(app, username, state === 'on')
        print(state === 'on' ? `${username} is an administrator.` : `${username} is no administrator any more.`)
      })
    })
}
