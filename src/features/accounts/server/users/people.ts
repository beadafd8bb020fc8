import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { expanded, parseExpand } from '#platform/server/http/expand.ts'
import { nameKey } from '../names.ts'
import type { Account } from '../viewer.ts'
import { accountsWith } from './store.ts'

/** Address of the picture of users without a picture. */
export const DEFAULT_PICTURE = '/images/icons/profilepics/default.svg'

/** A user as the REST interface shows one (`USER` in its shapes). */
export interface Person {
  type: 'known' | 'anonymous'
  username?: string
  userKey?: string
  profilePicture: { path: string; width: number; height: number; isDefault: boolean }
  displayName: string
  _links: { self?: string }
  /** Whether the account may be used; only where it was asked for. */
  status?: 'current' | 'deactivated'
  _expandable: { status?: string }
}

/** Address of an account's picture, 48 or 256 px square, relative to the site. It changes when the picture does. */
export function avatarUrl(account: Pick<Account, 'user_key' | 'avatar_sha256'>, size: 48 | 256 = 48): string {
  if (account.avatar_sha256 === null) return DEFAULT_PICTURE
  return `/avatars/${account.user_key}/${size}/${account.avatar_sha256.slice(0, 16)}.webp`
}

/** Address of a user's profile, or of the personal space that has it. */
export function profilePath(username: string): string {
  return `/display/~${encodeURIComponent(username)}`
}

/** Whether the reader may view the profile: their own always. */
export function mayViewProfile({ viewer }: Pick<Context, 'viewer'>, account: Pick<Account, 'id'>): boolean {
  return viewer.mayViewUsers || viewer.userId === account.id
}

/** As {@link avatarUrl}, with the initials for users without a picture: for our own screens. */
export function pictureUrl(account: Pick<Account, 'user_key' | 'avatar_sha256'>, size: 48 | 256 = 48): string {
  return account.avatar_sha256 === null ? `/avatars/${account.user_key}/initials.svg` : avatarUrl(account, size)
}

/** Address and origin of a user's picture. */
export interface ProfilePicture {
  /** The user has chosen none. */
  isDefault: boolean
  /** It is that of visitors. */
  isAnonymous: boolean
  /** 48 px square; relative to the site. */
  path: string
  /** As documents name it. */
  uriReference: string
}

/** @param account null for visitors */
export function profilePicture(account: Pick<Account, 'user_key' | 'avatar_sha256'> | null): ProfilePicture {
  const path = account === null ? DEFAULT_PICTURE : avatarUrl(account)
  return { isDefault: path === DEFAULT_PICTURE, isAnonymous: account === null, path, uriReference: path }
}

/** The wire shape of an account; null gives the anonymous person. */
export function personOf(
  app: Pick<App, 'baseUrl'>,
  account: Pick<Account, 'user_key' | 'username' | 'display_name' | 'avatar_sha256'> | null | undefined,
): Person {
  const { path, isDefault } = profilePicture(account ?? null)
  const picture = { path, width: 48, height: 48, isDefault }
  if (!account) {
    return {
      type: 'anonymous',
      profilePicture: picture,
      displayName: 'Anonymous',
      _links: {},
      _expandable: { status: '' },
    }
  }
  return {
    type: 'known',
    username: account.username,
    userKey: account.user_key,
    profilePicture: picture,
    displayName: account.display_name,
    _links: { self: `${app.baseUrl}/rest/api/user?key=${account.user_key}` },
    _expandable: { status: '' },
  }
}

/** As {@link personOf}, with what `expand` names: `status` says whether the account is in use. */
export function expandedPerson(
  app: Pick<App, 'baseUrl'>,
  account: Account | null | undefined,
  expand: string | undefined,
): Person {
  const person = personOf(app, account)
  if (!account || !expanded(parseExpand(expand), 'status')) return person
  return { ...person, status: account.active === 1 ? 'current' : 'deactivated', _expandable: {} }
}

/** A user as texts name one: by key, or by name where there is no key. */
export interface Mention {
  userKey?: string | undefined
  username?: string | undefined
}

/** At most so many names or keys in one query. */
const AT_ONCE = 500

/** Finds the accounts that texts mention, in few queries; deleted ones by key alone. @returns who a mention names */
export async function accountsMentioned(
  app: Pick<App, 'database'>,
  mentions: readonly Mention[],
): Promise<(mention: Mention) => Account | undefined> {
  const found = new Map<string, Account>()
  const look = async (column: 'user_key' | 'username_key', values: Iterable<string>) => {
    const wanted = [...new Set(values)]
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const rows = await accountsWith(app.database.read, column, wanted.slice(at, at + AT_ONCE))
      for (const row of rows) found.set(`${column} ${row[column]}`, row)
    }
  }
  await look(
    'user_key',
    mentions.flatMap(({ userKey }) => userKey ?? []),
  )
  await look(
    'username_key',
    mentions.flatMap(({ userKey, username }) =>
      userKey === undefined && username !== undefined ? nameKey(username) : [],
    ),
  )
  return ({ userKey, username }) =>
    userKey === undefined
      ? username === undefined
        ? undefined
        : found.get(`username_key ${nameKey(username)}`)
      : found.get(`user_key ${userKey}`)
}
