import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import { SITE_WIDE, type Queries } from '#platform/server/database/index.ts'
import type { SiteEmojiTable } from './tables.ts'

export type SiteEmojiRow = Selectable<SiteEmojiTable>

/** All emoji that were added, by name. */
export function siteEmojiOf(app: App): Promise<readonly SiteEmojiRow[]> {
  return app.facts.get(
    'site emoji',
    () => app.database.read.selectFrom('site_emoji').selectAll().orderBy('name').execute(),
    { sources: SITE_WIDE },
  )
}

export async function countSiteEmoji(db: Queries): Promise<number> {
  const { number } = await db
    .selectFrom('site_emoji')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** @returns undefined if the name is taken */
export function insertSiteEmoji(db: Queries, values: Omit<SiteEmojiRow, 'id'>): Promise<SiteEmojiRow | undefined> {
  return db
    .insertInto('site_emoji')
    .values(values)
    .onConflict(conflict => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** @returns the emoji that was removed; undefined if there is none with the id */
export function deleteSiteEmoji(db: Queries, id: number): Promise<SiteEmojiRow | undefined> {
  return db.deleteFrom('site_emoji').where('id', '=', id).returningAll().executeTakeFirst()
}
