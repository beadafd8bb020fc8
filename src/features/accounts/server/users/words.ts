import type { WriteTransaction } from '#platform/server/database/index.ts'
import { nameKey } from '../names.ts'
import type { Account } from '../viewer.ts'

/** Words stored per account; names with more are found by their first ones. */
const MAX_WORDS = 12
const MAX_WORD_LENGTH = 100

/** Whether a word of the directory may be searched by everybody who sees users, or by administrators alone. */
export const WORD_PUBLIC = 0
export const WORD_EMAIL = 1

/** The folded words of a name: `Zoë O'Neill` gives `zoë`, `o'neill`. */
export function wordsOf(text: string): string[] {
  return [
    ...new Set(
      nameKey(text)
        .split(/[\s,;()]+/u)
        .filter(Boolean)
        .map(word => word.slice(0, MAX_WORD_LENGTH)),
    ),
  ].slice(0, MAX_WORDS)
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
