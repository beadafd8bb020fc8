import { referenceKey, type Reference, type Resolved } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { madeFrom, SITE_WIDE } from '#platform/server/database/index.ts'
import { accountsMentioned, profilePath } from '#features/accounts/server/index.ts'

type UserReference = Extract<Reference, { kind: 'user' }>

/** Mentions that stored HTML may have: whether they still hold is checked each time it is served. */
const MAX_CACHED_MENTIONS = 500

/** Users whom a text mentions, and the names used for it: HTML holds as long as they are the same. */
export interface Mentioned {
  users: Pick<UserReference, 'username' | 'userKey'>[]
  names: string
}

/**
 * Users named by the mentions of a document, by `referenceKey`. Deleted users have a name and no address, as all have
 * for a reader who may not view profiles.
 */
export async function resolveUsers(
  { app, viewer }: Context,
  references: readonly UserReference[],
): Promise<Map<string, Resolved>> {
  const find = await madeFrom(SITE_WIDE, () => accountsMentioned(app, references))
  return new Map(
    references.flatMap((reference): [string, Resolved][] => {
      const account = find(reference)
      if (!account) return []
      const { username, user_key: userKey, display_name: displayName, deleted_at: deletedAt } = account
      const url = deletedAt === null && viewer.mayViewUsers ? profilePath(username) : undefined
      return [[referenceKey(reference), { kind: 'user', username, userKey, displayName, url }]]
    }),
  )
}

/** The people that renderings for one page looked up, so that stored HTML can be checked. */
export class MentionedPeople {
  readonly #users = new Map<string, Pick<UserReference, 'username' | 'userKey'>>()

  add(references: readonly UserReference[]): void {
    for (const reference of references) {
      const { username, userKey } = reference
      this.#users.set(referenceKey(reference), {
        ...(username !== undefined && { username }),
        ...(userKey !== undefined && { userKey }),
      })
    }
  }

  /** Undefined when there are none; null when there are more than are looked up for stored HTML. */
  async mentions(app: App): Promise<Mentioned | undefined | null> {
    if (this.#users.size === 0) return undefined
    if (this.#users.size > MAX_CACHED_MENTIONS) return null
    const users = [...this.#users.values()]
    return { users, names: await namesOf(app, users) }
  }
}

/** Whether everybody is still called as they were. */
export async function stillNamed(app: App, { users, names }: Mentioned): Promise<boolean> {
  return (await app.facts.get(`mentioned ${JSON.stringify(users)}`, () => namesOf(app, users))) === names
}

async function namesOf(app: App, users: Mentioned['users']): Promise<string> {
  const find = await madeFrom(SITE_WIDE, () => accountsMentioned(app, users))
  return JSON.stringify(
    users.map(user => {
      const account = find(user)
      return account ? [account.username, account.display_name, account.deleted_at === null] : null
    }),
  )
}
