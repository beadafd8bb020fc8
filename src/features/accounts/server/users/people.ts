import type { App } from '#platform/server/app.ts'
import type { Account } from '../viewer.ts'

/** Address of the picture of a user without one of their own. */
export const DEFAULT_PICTURE = '/images/icons/profilepics/default.svg'

/** A user as the REST interface shows one (`USER` in its shapes). */
export interface Person {
  type: 'known' | 'anonymous'
  username?: string
  userKey?: string
  profilePicture: { path: string; width: number; height: number; isDefault: boolean }
  displayName: string
  _links: { self?: string }
  _expandable: { status: string }
}

/** Address of an account's picture, 48 or 256 px square, relative to the site. It changes when the picture does. */
export function avatarUrl(account: Pick<Account, 'user_key' | 'avatar_sha256'>, size: 48 | 256 = 48): string {
  if (account.avatar_sha256 === null) return DEFAULT_PICTURE
  return `/avatars/${account.user_key}/${size}/${account.avatar_sha256.slice(0, 16)}.webp`
}

/** As {@link avatarUrl}, with the initials for users without a picture of their own: what our own screens show. */
export function pictureUrl(account: Pick<Account, 'user_key' | 'avatar_sha256'>, size: 48 | 256 = 48): string {
  return account.avatar_sha256 === null ? `/avatars/${account.user_key}/initials.svg` : avatarUrl(account, size)
}

/** The wire shape of an account; null gives the anonymous person. */
export function personOf(app: Pick<App, 'baseUrl'>, account: Pick<Account, 'user_key' | 'username' | 'display_name' | 'avatar_sha256'> | null | undefined): Person {
  if (!account) {
    return {
      type: 'anonymous',
      profilePicture: { path: DEFAULT_PICTURE, width: 48, height: 48, isDefault: true },
      displayName: 'Anonymous',
      _links: {},
      _expandable: { status: '' },
    }
  }
  return {
    type: 'known',
    username: account.username,
    userKey: account.user_key,
    profilePicture: {
      path: avatarUrl(account),
      width: 48,
      height: 48,
      isDefault: account.avatar_sha256 === null,
    },
    displayName: account.display_name,
    _links: { self: `${app.baseUrl}/rest/api/user?key=${account.user_key}` },
    _expandable: { status: '' },
  }
}

/** As many as a page has writers. */
const FEW = 3

/** Accounts by id in one query, for lists. Ids without an account are absent. */
export async function accountsById(app: App, ids: Iterable<number | null>): Promise<ReadonlyMap<number, Account>> {
  const wanted = [...new Set([...ids].filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const read = async () => {
    const rows = await app.database.read.selectFrom('account').selectAll()
      .where('id', 'in', app.database.dialect.inIntegers(wanted)).execute()
    return new Map(rows.map(row => [row.id, row]))
  }
  // Few people write most pages.
  return wanted.length > FEW ? read() : app.facts.remember(`accounts ${wanted.join()}`, read)
}
