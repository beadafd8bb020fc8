import type { Context } from '#platform/server/context.ts'
import { prepared, type WriteTransaction } from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'

/** A diagram that a text shows. */
export interface Use {
  /** Page of the attachment. */
  ownerId: number
  name: string
  /** Pinned version; 0 for the newest. */
  version: number
}

/** A diagram, by its page and name. */
export type UsedDiagram = Omit<Use, 'version'>

/** Kind of the event for diagrams that texts have begun or ceased to show: `data.diagrams` names them. */
export const USES_CHANGED = 'diagram.used'

/** Replaces what is known of the diagrams in a text. Nothing is written where it is known already. */
export async function replaceUses(
  tx: WriteTransaction,
  contentId: number,
  pageId: number,
  uses: readonly Use[],
): Promise<void> {
  const { db } = tx
  const before = await usesOf(db, { contentId })
  const keyOf = (ownerId: number, name: string, version: number) => `${ownerId} ${version} ${name}`
  const known = new Set(before.map(row => keyOf(row.owner_id, row.name, row.version)))
  if (known.size === uses.length && uses.every(use => known.has(keyOf(use.ownerId, use.name, use.version)))) return
  if (known.size > 0) await db.deleteFrom('diagram_use').where('content_id', '=', contentId).execute()
  for (let from = 0; from < uses.length; from += CHUNK)
    await db
      .insertInto('diagram_use')
      .values(
        uses.slice(from, from + CHUNK).map(({ ownerId, name, version }) => ({
          content_id: contentId,
          page_id: pageId,
          owner_id: ownerId,
          name,
          version,
        })),
      )
      .execute()
  tellOf(tx, [...before.map(row => ({ ownerId: row.owner_id, name: row.name })), ...uses])
}

const usesOf = prepared((db, { contentId }: { contentId: number }) =>
  db.selectFrom('diagram_use').select(['owner_id', 'name', 'version']).where('content_id', '=', contentId),
)

function tellOf(tx: WriteTransaction, diagrams: readonly UsedDiagram[]): void {
  const named = diagrams.map(({ ownerId, name }) => ({ ownerId, name: name.normalize('NFC') }))
  // The texts have their own events.
  tx.append({ kind: USES_CHANGED, actorId: null, data: { diagrams: named }, changes: [] })
}

/** Rows of one insert statement. */
const CHUNK = 100

/** A page that shows a diagram, and in which versions. */
export interface Showing {
  page: ContentRow
  /** Pinned versions, ascending. */
  pinned: number[]
  /** Whether it shows the newest somewhere. */
  latest: boolean
}

/**
 * Pages that show a diagram, in their texts or comments, by title: those that the viewer may see. One more than `limit`
 * when more follow.
 * @param name absent for any diagram of the page, on other pages than that
 */
export async function pagesShowing(
  { app, viewer }: Context,
  { ownerId, name }: { ownerId: number; name?: string | undefined },
  { start, limit }: { start: number; limit: number },
): Promise<Showing[]> {
  const { read, dialect } = app.database
  let uses = read
    .selectFrom('diagram_use')
    .innerJoin('content as text', 'text.id', 'diagram_use.content_id')
    .where('diagram_use.owner_id', '=', ownerId)
    .where('text.status', '=', 'current')
  uses =
    name === undefined
      ? uses.where('diagram_use.page_id', '<>', ownerId)
      : uses.where('diagram_use.name', '=', name.normalize('NFC'))
  const pages = await read
    // Each page is checked once, first: as a condition PostgreSQL might evaluate it for each row.
    .selectFrom(uses.select('diagram_use.page_id').distinct().as('used'))
    .innerJoin('content', 'content.id', 'used.page_id')
    .selectAll('content')
    .where('content.status', '=', 'current')
    .where(visible(dialect, viewer))
    .orderBy('content.title_key')
    .orderBy('content.id')
    .offset(start)
    .limit(limit + 1)
    .execute()
  const versions = await uses
    .select(['diagram_use.page_id', 'diagram_use.version'])
    .distinct()
    .where('diagram_use.page_id', 'in', dialect.inIntegers(pages.map(page => page.id)))
    .orderBy('diagram_use.version')
    .execute()
  return pages.map(page => {
    const shown = versions.filter(row => row.page_id === page.id).map(row => row.version)
    return { page, pinned: shown.filter(version => version > 0), latest: shown.includes(0) }
  })
}

/** Ids of the next texts that show a diagram, in ascending order, locked until the end of the transaction. */
export async function lockShowing(
  tx: WriteTransaction,
  { ownerId, name }: UsedDiagram,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const ids = (
    await tx.db
      .selectFrom('diagram_use')
      .select('content_id')
      .distinct()
      .where('owner_id', '=', ownerId)
      .where('name', '=', name.normalize('NFC'))
      .where('content_id', '>', after)
      .orderBy('content_id')
      .limit(limit)
      .execute()
  ).map(row => row.content_id)
  if (tx.engine === 'postgres')
    await tx.db
      .selectFrom('content')
      .select('id')
      .where('id', 'in', tx.dialect.inIntegers(ids))
      .orderBy('id')
      .forUpdate()
      .execute()
  return ids
}

/** Records that texts show a diagram under another name or on another page. */
export async function moveUses(
  tx: WriteTransaction,
  contentIds: readonly number[],
  from: UsedDiagram,
  to: UsedDiagram,
): Promise<void> {
  const { db, dialect } = tx
  const moved = await db
    .deleteFrom('diagram_use')
    .where('content_id', 'in', dialect.inIntegers(contentIds))
    .where('owner_id', '=', from.ownerId)
    .where('name', '=', from.name.normalize('NFC'))
    .returning(['content_id', 'page_id', 'version'])
    .execute()
  for (let first = 0; first < moved.length; first += CHUNK)
    await db
      .insertInto('diagram_use')
      .values(
        moved
          .slice(first, first + CHUNK)
          .map(row => ({ ...row, owner_id: to.ownerId, name: to.name.normalize('NFC') })),
      )
      // A text may have named it under the new name already.
      .onConflict(conflict => conflict.doNothing())
      .execute()
  if (moved.length > 0) tellOf(tx, [from, to])
}
