import { createHash } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import {
  completeImported,
  createGroup,
  displayNameSchema,
  emailSchema,
  findAccount,
  findGroup,
  GROUP_USERS,
  groupNameSchema,
  importAccount,
  usernameSchema,
  type Account,
} from '#features/accounts/server/index.ts'
import type { NamedPerson } from '../package/exported.ts'
import { textOf, type ExportObject } from '../package/objects.ts'
import type { Staging } from '../package/staging-store.ts'
import type { ImportReport } from './report.ts'

/** The export's names of the group of everybody who has an account. */
const ALL_USERS = new Set(['all-licensed-users', 'authenticated-users'])
/** Accounts of programs that are connected with a wiki in the cloud. */
const APP = /@connect\.atlassian\.com$/i

/** Names of users in the cloud; it exports no others. */
const CLOUD_ID = /^(?:\d+:)?[\da-f-]{24,36}$/i

/** Finds the accounts of the users of an export, and makes those that are missing. */
export class People {
  readonly #ctx: Context
  readonly #objects: Staging
  readonly #report: ImportReport
  readonly #isActive: boolean
  readonly #accounts = new Map<string, Account | null>()
  readonly #groups = new Map<string, number | null>()
  readonly #byName = new Map<string, ExportObject>()
  readonly #byAccountId = new Map<string, ExportObject>()
  readonly #directory = new Map<string, ExportObject>()

  constructor(ctx: Context, objects: Staging, report: ImportReport, { isActive }: { isActive: boolean }) {
    this.#ctx = ctx
    this.#objects = objects
    this.#report = report
    this.#isActive = isActive
    for (const user of objects.all('ConfluenceUserImpl')) {
      const name = textOf(user, 'name')
      if (name) this.#byName.set(name.toLowerCase(), user)
      const accountId = textOf(user, 'atlassianAccountId')
      if (accountId) this.#byAccountId.set(accountId, user)
    }
    // Of versions before 3.5, then of later ones.
    for (const name of ['DefaultHibernateUser', 'InternalUser'])
      for (const user of objects.all(name)) this.#directory.set((textOf(user, 'name') ?? '').toLowerCase(), user)
  }

  /** The account of a user; null for one that the export does not name. */
  async account(person: NamedPerson = {}): Promise<Account | null> {
    const { userKey, username, accountId } = person
    const id = userKey ?? accountId ?? username?.toLowerCase()
    if (!id) return null
    const known = this.#accounts.get(id)
    if (known !== undefined) return known
    const account = await this.#find(person, id)
    this.#accounts.set(id, account)
    return account
  }

  async #find({ userKey, username, accountId }: NamedPerson, id: string): Promise<Account | null> {
    const user =
      (userKey === undefined ? undefined : this.#objects.get('ConfluenceUserImpl', userKey)) ??
      this.#byAccountId.get(accountId ?? userKey ?? '') ??
      this.#byName.get((username ?? '').toLowerCase())
    const name = (user && textOf(user, 'name')) ?? username ?? id
    const key = isUserKey(user?.id) ? user.id : isUserKey(userKey) ? userKey : null
    const found =
      (key === null ? undefined : await findAccount(this.#ctx.app, { userKey: key })) ??
      (await findAccount(this.#ctx.app, { username: usernameOf(name) }))
    const { displayName, email } = this.#profile(name, user)
    if (found) {
      const placeholder = displayNameOf(name, name)
      return completeImported(this.#ctx.app, found, { displayName, email, placeholder }, this.#ctx.viewer.userId)
    }
    const account = await importAccount(
      this.#ctx.app,
      { username: usernameOf(name), displayName, email, userKey: key, isActive: this.#isActive },
      this.#ctx.viewer.userId,
    )
    return account
  }

  #profile(name: string, user: ExportObject | undefined): { displayName: string; email: string } {
    const entry = this.#directory.get(name.toLowerCase())
    const text = (property: string) => (entry && textOf(entry, property)) ?? (user && textOf(user, property))
    const shown = text('displayName') ?? text('fullName') ?? name
    const mail = text('emailAddress') ?? text('email') ?? (name.includes('@') ? name : '')
    return { displayName: displayNameOf(name, shown), email: emailSchema.safeParse(mail).data ?? '' }
  }

  /** Whether a user is a program, which has no use for permissions here. */
  isApp(userKey: string): boolean {
    const user = this.#objects.get('ConfluenceUserImpl', userKey)
    return APP.test((user && textOf(user, 'name')) ?? '')
  }

  /** The id of a group, which is made where there is none; null for a name that no group can have. */
  async group(name: string): Promise<number | null> {
    const wanted = ALL_USERS.has(name) ? GROUP_USERS : name
    const known = this.#groups.get(wanted)
    if (known !== undefined) return known
    const found = await findGroup(this.#ctx.app, wanted)
    const id = found?.id ?? (await this.#newGroup(wanted))
    this.#groups.set(wanted, id)
    return id
  }

  async #newGroup(name: string): Promise<number | null> {
    if (!groupNameSchema.safeParse(name).success) {
      this.#report.remark('The group "{{name}}" was left out: no group can have that name', {
        name: name.slice(0, 100),
      })
      return null
    }
    return (await createGroup(this.#ctx.app, { name }, this.#ctx.viewer.userId)).id
  }
}

/** The name that a user is shown by. @param shown the full name in the export; the user name where it has none */
function displayNameOf(name: string, shown: string): string {
  const isId = shown === name && CLOUD_ID.test(name)
  const displayName = displayNameSchema.safeParse(
    isId ? `User ${name.slice(-6)}` : shown.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 255),
  )
  return displayName.data ?? usernameOf(name)
}

function isUserKey(key: string | undefined): key is string {
  return key !== undefined && /^[\da-f]{32}$/.test(key)
}

/**
 * The user name of the export, or for one that is not allowed here one that is made of it: the same for the same, and
 * another than that of any other user.
 */
function usernameOf(name: string): string {
  const valid = usernameSchema.safeParse(name)
  if (valid.success) return valid.data
  const readable = name.replaceAll(/[\s/\\:<>"'\p{C}]+/gu, '-').slice(0, 100)
  return `${readable.toWellFormed()}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}
