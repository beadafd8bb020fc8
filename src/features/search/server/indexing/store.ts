import type { Selectable } from 'kysely'
import { prepared, type Queries, type Tables, type WriteTransaction } from '#platform/server/database/index.ts'
import { ENTITIES, type SearchEntity } from '../tables.ts'

/** Under what the event log knows the one who writes the index. */
export const SUBSCRIBER = 'search'

/** The last event that was indexed. */
export const indexedTo = prepared(db =>
  db.selectFrom('event_cursor').select('position').where('subscriber', '=', SUBSCRIBER),
)

/** Held by whoever writes to the index, so that on many machines none writes what another has just overtaken. */
export async function lockIndex(tx: WriteTransaction): Promise<void> {
  if (tx.engine === 'sqlite') return
  await tx.db.selectFrom('event_cursor').select('position').where('subscriber', '=', SUBSCRIBER).forUpdate().execute()
}

const STATE = 1
type State = Selectable<Tables['search_state']>

/** The format of the index, and how far a rebuild has come. */
export async function rebuildState(db: Queries): Promise<State> {
  return db.selectFrom('search_state').selectAll().where('id', '=', STATE).executeTakeFirstOrThrow()
}

/** Stores how far a rebuild has come, or the format of the index that it has made. */
export async function storeState(
  tx: WriteTransaction,
  state: { phase: SearchEntity | null; after_id: number; format?: number },
): Promise<void> {
  await tx.db.updateTable('search_state').set(state).where('id', '=', STATE).execute()
}

const TABLES = { content: 'content', space: 'space', user: 'account' } as const

/** Ids of things of a kind behind one, in order. */
export async function idsAfter(db: Queries, entity: SearchEntity, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom(TABLES[entity])
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** How many things of all kinds there are. */
export async function countAll(db: Queries): Promise<number> {
  let total = 0
  for (const entity of ENTITIES) {
    const row = await db
      .selectFrom(TABLES[entity])
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    total += Number(row.n)
  }
  return total
}
