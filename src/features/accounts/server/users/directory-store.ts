import { sql, type SqlBool } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { nameKey } from '../names.ts'
import type { Account } from '../viewer.ts'
import { accountsById } from './store.ts'
import { WORD_EMAIL, WORD_PUBLIC, wordsOf } from './words.ts'

export interface Window {
  start: number
  limit: number
}

/** Words of a search that are looked at; more narrow nothing worth the work. */
const MAX_QUERY_WORDS = 5

/**
 * Active accounts by user name; one more than `limit` when there are more. Late pages skip over the index alone: rows
 * are read for the answer only.
 */
export function listActive(app: App, window: Window): Promise<Account[]> {
  return byUserName(app, window, false)
}

/**
 * Members of a group in the order in which they were created, or the active ones; skips over the index as
 * {@link listActive}.
 */
export async function listMembers(
  app: App,
  groupId: number,
  { start, limit }: Window,
  inactive = true,
): Promise<Account[]> {
  const ids = await app.database.read
    .selectFrom('membership')
    .select('account_id')
    .where('group_id', '=', groupId)
    .$if(!inactive, members =>
      members.where(eb =>
        eb.exists(
          eb
            .selectFrom('account')
            .select('account.id')
            .whereRef('account.id', '=', 'membership.account_id')
            .where('account.active', '=', 1),
        ),
      ),
    )
    .orderBy('account_id')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return inOrder(
    app,
    ids.map(row => row.account_id),
  )
}

export interface UserSearch extends Window {
  query: string
  /** Whether e-mail addresses are searched too. */
  emails: boolean
  inactive: boolean
  /** Members of this group alone. */
  groupId?: number | undefined
}

/**
 * Accounts of which every word of the query begins a word of the name, the user name or, if asked for, the e-mail
 * address. In the order of the words found, which the index gives: no sorting however many there are.
 */
export async function searchAccounts(
  app: App,
  { query, emails, inactive, groupId, start, limit }: UserSearch,
): Promise<Account[]> {
  const words = queryWords(query)
  const [longest, ...others] = words.toSorted((a, b) => b.length - a.length)
  if (longest === undefined && groupId !== undefined) return listMembers(app, groupId, { start, limit }, inactive)
  if (longest === undefined) return byUserName(app, { start, limit }, inactive)
  let found = app.database.read
    .selectFrom('account_word as w')
    .select('w.account_id')
    .where('w.word', '>=', longest)
    .where('w.word', '<', afterPrefix(longest))
    .where(visible('w', emails))
    // Not a join: the index of words has to lead, or every account is looked at.
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('account')
          .select('account.id')
          .whereRef('account.id', '=', 'w.account_id')
          .where('account.deleted_at', 'is', null)
          .where('account.active', 'in', inactive ? [0, 1] : [1]),
      ),
    )
    // An account may be found by several of its words: the first in order counts.
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('account_word as earlier')
            .select('earlier.account_id')
            .whereRef('earlier.account_id', '=', 'w.account_id')
            .where('earlier.word', '>=', longest)
            .where(visible('earlier', emails))
            .where(eb =>
              eb.or([
                eb('earlier.word', '<', eb.ref('w.word')),
                eb.and([eb('earlier.word', '=', eb.ref('w.word')), eb('earlier.kind', '<', eb.ref('w.kind'))]),
              ]),
            ),
        ),
      ),
    )
  if (groupId !== undefined) {
    found = found.where(eb =>
      eb.exists(
        eb
          .selectFrom('membership')
          .select('membership.account_id')
          .where('membership.group_id', '=', groupId)
          .whereRef('membership.account_id', '=', 'w.account_id'),
      ),
    )
  }
  for (const word of others) {
    found = found.where(eb =>
      eb.exists(
        eb
          .selectFrom('account_word as other')
          .select('other.account_id')
          .whereRef('other.account_id', '=', 'w.account_id')
          .where('other.word', '>=', word)
          .where('other.word', '<', afterPrefix(word))
          .where(visible('other', emails)),
      ),
    )
  }
  const ids = await found
    .orderBy('w.word')
    .orderBy('w.account_id')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return inOrder(
    app,
    ids.map(row => row.account_id),
  )
}

function visible(table: string, emails: boolean) {
  return sql<SqlBool>`${sql.ref(`${table}.kind`)} <= ${emails ? WORD_EMAIL : WORD_PUBLIC}`
}

function queryWords(query: string): string[] {
  return [
    ...new Set(
      nameKey(query)
        .split(/[\s,;()]+/u)
        .filter(Boolean),
    ),
  ].slice(0, MAX_QUERY_WORDS)
}

/** The first text after all that begin with `prefix`, in the order of code points that both engines use for keys. */
function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

async function byUserName(app: App, { start, limit }: Window, inactive: boolean): Promise<Account[]> {
  const ids = await app.database.read
    .selectFrom('account')
    .select('id')
    .where(eb => (inactive ? eb('deleted_at', 'is', null) : eb('active', '=', 1)))
    .orderBy('username_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return inOrder(
    app,
    ids.map(row => row.id),
  )
}

async function inOrder(app: App, ids: number[]): Promise<Account[]> {
  const accounts = await accountsById(app, ids)
  return ids.flatMap(id => accounts.get(id) ?? [])
}

/** Writes the words by which an account is found, replacing those it had. */
export async function indexAccount(
  tx: WriteTransaction,
  account: Pick<Account, 'id' | 'username' | 'display_name' | 'email'>,
): Promise<void> {
  await tx.db.deleteFrom('account_word').where('account_id', '=', account.id).execute()
  const open = new Set([nameKey(account.username), ...wordsOf(account.display_name)])
  const rows = [...open].map(word => ({ word, kind: WORD_PUBLIC, account_id: account.id }))
  if (account.email) rows.push({ word: nameKey(account.email), kind: WORD_EMAIL, account_id: account.id })
  await tx.db.insertInto('account_word').values(rows).execute()
}
