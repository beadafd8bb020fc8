import type { App } from '#platform/server/app.ts'
import { SITE_WIDE, type WriteTransaction } from '#platform/server/database/index.ts'
import { schemeInput } from '../contract.ts'
import { NOTHING_GIVEN, type SpaceScheme } from './schemes.ts'
import type {} from './tables.ts'

/** The colours that a space was given, in force or not. */
export function spaceSchemeOf(app: App, spaceId: number): Promise<SpaceScheme> {
  const read = async () => {
    const row = await app.database.read
      .selectFrom('space_colour_scheme')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirst()
    return { custom: row?.custom === 1, given: row ? schemeInput.parse(JSON.parse(row.colours)) : NOTHING_GIVEN }
  }
  return app.facts.get(`colours of space ${spaceId}`, read, { sources: SITE_WIDE })
}

/** Whether any space has own colours: if none has, no document need ask for those of its space. */
export function anySpaceScheme(app: App): Promise<boolean> {
  return app.facts.get(
    'any space has colours',
    async () =>
      (await app.database.read
        .selectFrom('space_colour_scheme')
        .select('space_id')
        .where('custom', '=', 1)
        .limit(1)
        .executeTakeFirst()) !== undefined,
    { sources: SITE_WIDE },
  )
}

/** Gives a space its colours. */
export async function putSpaceScheme(
  { db }: WriteTransaction,
  spaceId: number,
  { custom, given }: SpaceScheme,
): Promise<void> {
  const values = { custom: custom ? 1 : 0, colours: JSON.stringify(given) }
  await db
    .insertInto('space_colour_scheme')
    .values({ space_id: spaceId, ...values })
    .onConflict(conflict => conflict.column('space_id').doUpdateSet(values))
    .execute()
}
