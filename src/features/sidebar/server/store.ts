import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { holderPresent, visible } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { spaceVisible } from '#features/spaces/server/index.ts'
import { MOST_LINKS } from '../shared.ts'
import { MAIN_LINKS } from './main-links.ts'
import type { SidebarLinkTable, SidebarOptionTable } from './tables.ts'

export type LinkRow = Selectable<SidebarLinkTable>
export type StoredOptions = Omit<SidebarOptionTable, 'space_id'>

/** Gives a new space its main links. */
export async function insertMainLinks(tx: WriteTransaction, spaceId: number): Promise<void> {
  await tx.db
    .insertInto('sidebar_link')
    .values(
      MAIN_LINKS.map(({ collectorKey, position }) => ({
        space_id: spaceId,
        link_group: 'main' as const,
        position,
        hidden: 0,
        collector_key: collectorKey,
        content_id: null,
        target_space_id: null,
        url: '',
        title: '',
      })),
    )
    .execute()
}

/** The main links of a space, in order. */
export async function mainLinkRows({ database }: App, spaceId: number, includeHidden: boolean): Promise<LinkRow[]> {
  let query = database.read
    .selectFrom('sidebar_link')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('link_group', '=', 'main')
  if (!includeHidden) query = query.where('hidden', '=', 0)
  return query.orderBy('position').orderBy('id').limit(MOST_LINKS).execute()
}

/** Shortcuts with the content or space that they lead to, where the viewer may see it, in order; one alone with `id`. */
export async function shortcutRows(ctx: Context, spaceId: number, id: number | undefined) {
  const { read, dialect } = ctx.app.database
  let query = read
    .selectFrom('sidebar_link')
    .leftJoin('content', 'content.id', 'sidebar_link.content_id')
    .leftJoin('space as home', 'home.id', 'content.space_id')
    .leftJoin('space as target', 'target.id', 'sidebar_link.target_space_id')
    .select([
      'sidebar_link.id',
      'sidebar_link.title',
      'sidebar_link.url',
      'content.id as content_id',
      'content.type',
      'content.status',
      'content.title as content_title',
      'content.posting_day',
      'content.container_id',
      'home.key as home_key',
      'target.key as target_key',
      'target.name as target_name',
    ])
    .where('sidebar_link.space_id', '=', spaceId)
    .where('sidebar_link.link_group', '=', 'quick')
    .where(eb =>
      eb.or([
        eb.and([eb('sidebar_link.content_id', 'is', null), eb('sidebar_link.target_space_id', 'is', null)]),
        eb.and([eb('content.status', '=', 'current'), visible(dialect, ctx.viewer), holderPresent()]),
        eb.and([eb('target.status', '<>', 'deleting'), spaceVisible(dialect, ctx.viewer, 'target.id')]),
      ]),
    )
  if (id !== undefined) query = query.where('sidebar_link.id', '=', id)
  return query.orderBy('sidebar_link.position').orderBy('sidebar_link.id').limit(MOST_LINKS).execute()
}

/** One link of a space, of either group. */
export async function linkRow(tx: WriteTransaction, spaceId: number, id: number): Promise<LinkRow | undefined> {
  return tx.db
    .selectFrom('sidebar_link')
    .selectAll()
    .where('id', '=', id)
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
}

/** The links of a group, held until the change commits so that no two get one place. */
export async function lockLinks(
  tx: WriteTransaction,
  spaceId: number,
  group: LinkRow['link_group'],
): Promise<LinkRow[]> {
  if (tx.engine === 'postgres')
    await tx.db.selectFrom('space').select('id').where('id', '=', spaceId).forUpdate().execute()
  return tx.db
    .selectFrom('sidebar_link')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('link_group', '=', group)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Adds a shortcut. @returns its id */
export async function insertShortcut(
  tx: WriteTransaction,
  spaceId: number,
  link: Pick<LinkRow, 'content_id' | 'target_space_id' | 'url' | 'title' | 'position'>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('sidebar_link')
    .values({ ...link, space_id: spaceId, link_group: 'quick', hidden: 0, collector_key: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Moves, hides or shows a link. */
export async function updateLink(
  tx: WriteTransaction,
  id: number,
  change: Partial<Pick<LinkRow, 'position' | 'hidden'>>,
): Promise<void> {
  await tx.db.updateTable('sidebar_link').set(change).where('id', '=', id).execute()
}

/** Removes a link for good. */
export async function deleteLink(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('sidebar_link').where('id', '=', id).execute()
}

/** The options of a space; undefined if unchanged. */
export async function storedOptions({ database }: App, spaceId: number): Promise<StoredOptions | undefined> {
  return database.read
    .selectFrom('sidebar_option')
    .select(['nav_type', 'quick_links_state', 'page_tree_state', 'custom_content'])
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
}

/** Changes options of a space; those unchanged before have their `defaults`. */
export async function storeOptions(
  tx: WriteTransaction,
  spaceId: number,
  defaults: StoredOptions,
  change: Partial<StoredOptions>,
): Promise<void> {
  await tx.db
    .insertInto('sidebar_option')
    .values({ space_id: spaceId, ...defaults, ...change })
    .onConflict(conflict => conflict.column('space_id').doUpdateSet(change))
    .execute()
}

/**
 * The first `length` characters of the posting days that begin with `prefix`, each once, newest first. Goes from one to
 * the next by the index, so that it costs what the answer is long and not what the blog is.
 */
export async function postingPeriods(ctx: Context, spaceId: number, length: number, prefix: string): Promise<string[]> {
  const found: string[] = []
  let before = `${prefix}~`
  for (;;) {
    const row = await posts(ctx, spaceId)
      .select('posting_day')
      .where('posting_day', '<', before)
      .where('posting_day', '>=', prefix)
      .orderBy('posting_day', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row?.posting_day) return found
    before = row.posting_day.slice(0, length)
    found.push(before)
  }
}

/** Posts of a month that the viewer may see, newest first. @param month `YYYY/MM` */
export async function postsOfMonth(
  ctx: Context,
  spaceId: number,
  month: string,
  start: number,
  limit: number,
): Promise<ContentRow[]> {
  return posts(ctx, spaceId)
    .selectAll()
    .where('posting_day', '>=', month)
    .where('posting_day', '<', `${month}~`)
    .orderBy('posting_day', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit)
    .execute()
}

function posts(ctx: Context, spaceId: number) {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('content')
    .where('space_id', '=', spaceId)
    .where('type', '=', 'blogpost')
    .where('status', '=', 'current')
    .where('posting_day', 'is not', null)
    .where(visible(dialect, ctx.viewer))
}
