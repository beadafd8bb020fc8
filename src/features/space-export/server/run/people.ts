import type { Context } from '#platform/server/context.ts'
import { accountsById, accountsMentioned, type Account } from '#features/accounts/server/index.ts'
import { objectText, type Reference } from '../package/objects.ts'

type Person = Pick<Account, 'id' | 'user_key' | 'username' | 'email'>

const MENTION = /ri:userkey="([\da-f]{32})"/g
const PORTION = 500

/** The people whom the objects and texts of an export name. */
export class People {
  readonly #ctx: Context
  readonly #known = new Map<number, Person>()
  readonly #mentioned = new Set<string>()

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Looks up those whom {@link reference} will be asked for. */
  async know(ids: Iterable<number | null>): Promise<void> {
    const unknown = [...new Set(ids)].filter(id => id !== null && !this.#known.has(id))
    for (const account of (await accountsById(this.#ctx.app, unknown)).values()) this.#add(account)
  }

  /** A user as an object refers to one; null for no user, or one that is gone. */
  reference(id: number | null): Reference | null {
    const person = id === null ? undefined : this.#known.get(id)
    return person ? { class: 'ConfluenceUserImpl', id: person.user_key } : null
  }

  /** Notes whom a text mentions. */
  mentionedIn(storage: string): void {
    for (const [, key = ''] of storage.matchAll(MENTION)) this.#mentioned.add(key)
  }

  /** All of them as objects; addresses only where the viewer may see them. */
  async *objects(): AsyncGenerator<string> {
    const keys = [...this.#mentioned]
    for (let at = 0; at < keys.length; at += PORTION) {
      const mentions = keys.slice(at, at + PORTION).map(userKey => ({ userKey }))
      const accountOf = await accountsMentioned(this.#ctx.app, mentions)
      for (const mention of mentions) {
        const account = accountOf(mention)
        if (account) this.#add(account)
      }
    }
    const { viewer } = this.#ctx
    for (const { id, user_key: key, username, email } of this.#known.values()) {
      yield objectText(
        { class: 'ConfluenceUserImpl', id: key },
        {
          name: username,
          lowerName: username.toLowerCase(),
          email: viewer.isAdmin || viewer.userId === id ? email : null,
        },
      )
    }
  }

  #add({ id, user_key, username, email }: Account): void {
    this.#known.set(id, { id, user_key, username, email })
  }
}
