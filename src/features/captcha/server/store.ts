import type { Database } from '#platform/server/database/index.ts'
import type {} from './tables.ts'

/** Whether an id was answered. */
export async function isUsed({ read }: Database, idHash: string): Promise<boolean> {
  const row = await read
    .selectFrom('captcha_used')
    .select('expires_at')
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks an id as answered. @returns false when it was before */
export async function useOnce(database: Database, idHash: string, expiresAt: number): Promise<boolean> {
  return database.transaction(
    async tx => {
      const row = await tx.db
        .insertInto('captcha_used')
        .values({ id_hash: idHash, expires_at: expiresAt })
        .onConflict(conflict => conflict.doNothing())
        .returning('id_hash')
        .executeTakeFirst()
      return row !== undefined
    },
    { invalidates: false },
  )
}

/** Removes ids whose words have expired. */
export async function removeExpired(database: Database, now: number): Promise<void> {
  await database.transaction(tx => tx.db.deleteFrom('captcha_used').where('expires_at', '<=', now).execute(), {
    invalidates: false,
  })
}
