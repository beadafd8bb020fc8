import { sql, type Expression } from 'kysely'
import { prepared, type Queries } from '#platform/server/database/index.ts'

/** Parameters of {@link PageCount}. */
export type PageCountOf = Readonly<{
  /** Id of the page or post. */
  id: number
  /** Id of the viewer's account; 0 for visitors. */
  accountId: number
}>

/**
 * A query for one number about a page, e.g. how many files it has; where only "some or none" matters, {@link ONE} with
 * a limit. No row counts as 0. It may count what the viewer does not see: who uses the number decides.
 */
export type PageCount = (db: Queries, of: PageCountOf) => Expression<unknown>

/** The column of a {@link PageCount} that asks whether there is a row. */
export const ONE = sql<number>`1`.as('one')

/**
 * All counts of a page in one statement: on PostgreSQL each would be a round trip, and most pages have nothing of most
 * kinds, so that nothing further needs to be queried.
 * @param counts by name
 */
export function pageCounts<Name extends string>(
  counts: Readonly<Record<Name, PageCount>>,
): (db: Queries, of: PageCountOf) => Promise<Readonly<Record<Name, number>>> {
  const query = prepared((db, of: PageCountOf) =>
    db.selectNoFrom(
      Object.entries<PageCount>(counts).map(([name, count]) => sql<number | null>`${count(db, of)}`.as(name)),
    ),
  )
  return async (db, of) => {
    const [row = {}] = await query(db, of)
    return Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count ?? 0)])) as Record<
      Name,
      number
    >
  }
}

/** 1 where the page itself is restricted, for viewing or for editing. */
export const restrictionsOn = (db: Queries, { id }: PageCountOf) =>
  db.selectFrom('restriction').select(ONE).where('content_id', '=', id).limit(1)

/** Files that are not in the trash. */
export const attachmentsOn = (db: Queries, { id }: PageCountOf) =>
  db
    .selectFrom('content')
    .select(eb => eb.fn.countAll().as('count'))
    .where('container_id', '=', id)
    .where('type', '=', 'attachment')
    .where('status', '=', 'current')

/** 1 where the viewer has changes that are not published. */
export const editDraftsOn = (db: Queries, { id, accountId }: PageCountOf) =>
  db.selectFrom('edit_draft').select(ONE).where('content_id', '=', id).where('account_id', '=', accountId)
