import { generateKeyBetween } from 'fractional-indexing'
import type { Selectable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contentPath, holderPresent, visible } from '#features/content/server/index.ts'
import { spacePath, spaceVisible, type Space } from '#features/spaces/server/index.ts'
import { collectionHref, COLLECTIONS, type CollectionName } from '../collections.ts'
import type { SidebarLink } from '../contract.ts'
import { MOST_LINKS } from '../shared.ts'
import { linkTarget, type LinkInput } from './link-target.ts'
import { MAIN_LINKS } from './main-links.ts'
import type { SidebarLinkTable } from './tables.ts'

type LinkRow = Selectable<SidebarLinkTable>
type Group = LinkRow['link_group']

/** Gives a new space its main links. */
export async function giveMainLinks(tx: WriteTransaction, spaceId: number): Promise<void> {
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
export async function mainLinks(ctx: Context, space: Space, includeHidden: boolean): Promise<SidebarLink[]> {
  let query = ctx.app.database.read
    .selectFrom('sidebar_link')
    .selectAll()
    .where('space_id', '=', space.id)
    .where('link_group', '=', 'main')
  if (!includeHidden) query = query.where('hidden', '=', 0)
  const rows = await query.orderBy('position').orderBy('id').limit(MOST_LINKS).execute()
  return rows.flatMap(row => mainLink(ctx, space, row) ?? [])
}

function mainLink(ctx: Context, space: Space, row: LinkRow): SidebarLink | undefined {
  const name = row.collector_key as CollectionName
  if (!Object.hasOwn(COLLECTIONS, name)) return undefined
  const title = readerOf(ctx).t(COLLECTIONS[name].title)
  return {
    id: String(row.id),
    title,
    url: collectionHref(name, space.key),
    tooltip: title,
    styleClass: name,
    collectorKey: name,
    canHide: true,
    hidden: row.hidden === 1,
  }
}

/** Shortcuts whose target the viewer may see, in the order of storage; one alone with `id`. */
export async function quickLinks(ctx: Context, space: Space, id?: number): Promise<SidebarLink[]> {
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
    .where('sidebar_link.space_id', '=', space.id)
    .where('sidebar_link.link_group', '=', 'quick')
    .where(eb =>
      eb.or([
        eb.and([eb('sidebar_link.content_id', 'is', null), eb('sidebar_link.target_space_id', 'is', null)]),
        eb.and([eb('content.status', '=', 'current'), visible(dialect, ctx.viewer), holderPresent()]),
        eb.and([eb('target.status', '<>', 'deleting'), spaceVisible(dialect, ctx.viewer, 'target.id')]),
      ]),
    )
  if (id !== undefined) query = query.where('sidebar_link.id', '=', id)
  const rows = await query.orderBy('sidebar_link.position').orderBy('sidebar_link.id').limit(MOST_LINKS).execute()
  return rows.map(row => {
    const shown = (title: string, url: string, styleClass: string): SidebarLink => ({
      id: String(row.id),
      title: row.title || title,
      url,
      tooltip: title,
      styleClass,
      collectorKey: '',
      canHide: false,
      hidden: false,
    })
    if (row.content_id !== null && row.type !== null && row.status !== null) {
      const path = contentPath(
        {
          id: row.content_id,
          type: row.type,
          status: row.status,
          title: row.content_title ?? '',
          posting_day: row.posting_day,
          container_id: row.container_id,
        },
        row.home_key ?? '',
      )
      return shown(row.content_title ?? '', path, PINNED[row.type])
    }
    if (row.target_key !== null) return shown(row.target_name ?? '', spacePath({ key: row.target_key }), 'pinned_space')
    return shown(row.url, row.url, 'external_link')
  })
}

const PINNED = {
  page: 'pinned_page',
  blogpost: 'pinned_blog_post',
  attachment: 'pinned_attachment',
  comment: 'pinned_comment',
} as const

/** Adds a shortcut after the others. @throws HttpError 400, 404 for content that the viewer may not see */
export async function addQuickLink(ctx: Context, space: Space, input: LinkInput): Promise<SidebarLink> {
  const target = await linkTarget(ctx, input)
  const id = await ctx.app.database.transaction(async tx => {
    const group = await lockedGroup(tx, space, 'quick')
    if (group.length >= MOST_LINKS)
      throw badRequest('A space has at most {{most}} shortcuts', {
        values: { most: MOST_LINKS },
      })
    const row = await tx.db
      .insertInto('sidebar_link')
      .values({
        ...target,
        space_id: space.id,
        link_group: 'quick',
        hidden: 0,
        collector_key: '',
        position: generateKeyBetween(group.at(-1)?.position ?? null, null),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    changed(tx, ctx, space, { added: row.id })
    return row.id
  })
  return oneLink(ctx, space, id)
}

/** Where a link goes: before all others of its group, or after one of them. */
export type LinkPlace = { first: true } | { after: string }

/** Moves a link among those of its group. @throws HttpError 400 for a place that is none, 404 for an unknown link */
export async function moveLinkTo(ctx: Context, space: Space, id: number, place: LinkPlace): Promise<SidebarLink> {
  // Where its neighbour leads may name it, and only the viewer's own list says that.
  const named = 'after' in place ? [...(await mainLinks(ctx, space, true)), ...(await quickLinks(ctx, space))] : []
  await ctx.app.database.transaction(async tx => {
    const link = await requireLink(tx, space, id)
    const others = (await lockedGroup(tx, space, link.link_group)).filter(other => other.id !== id)
    const at = 'first' in place ? 0 : others.findIndex(other => names(place.after, other, named)) + 1
    if (at === 0 && 'after' in place)
      throw badRequest('{{link}} is no other link of this group', {
        field: 'after',
        values: { link: place.after.slice(0, 100) },
        forPrograms: true,
      })
    const position = generateKeyBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null)
    await tx.db.updateTable('sidebar_link').set({ position }).where('id', '=', id).execute()
    changed(tx, ctx, space, { moved: id })
  })
  return oneLink(ctx, space, id)
}

/** A link is named by its resource's address, by its id, or by where it leads. */
function names(after: string, row: LinkRow, shown: readonly SidebarLink[]): boolean {
  const id = /^(?:\S*\/link\/)?(\d{1,15})\/?$/.exec(after)?.[1]
  if (id !== undefined) return id === String(row.id)
  return shown.some(link => link.id === String(row.id) && link.url === after)
}

/** Hides or shows a main link. @throws HttpError 400 for a link that cannot be hidden, 404 for an unknown one */
export async function setHidden(ctx: Context, space: Space, id: number, hidden: boolean): Promise<SidebarLink> {
  await ctx.app.database.transaction(async tx => {
    const link = await requireLink(tx, space, id)
    if (link.link_group !== 'main') throw badRequest('A shortcut cannot be hidden: remove it')
    await tx.db
      .updateTable('sidebar_link')
      .set({ hidden: hidden ? 1 : 0 })
      .where('id', '=', id)
      .execute()
    changed(tx, ctx, space, { [hidden ? 'hidden' : 'shown']: id })
  })
  return oneLink(ctx, space, id)
}

/** Removes a shortcut. @throws HttpError 400 for a main link, 404 for an unknown one */
export async function removeQuickLink(ctx: Context, space: Space, id: number): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const link = await requireLink(tx, space, id)
    if (link.link_group === 'main') throw badRequest('A main link cannot be removed: hide it')
    await tx.db.deleteFrom('sidebar_link').where('id', '=', id).execute()
    changed(tx, ctx, space, { removed: id })
  })
}

async function oneLink(ctx: Context, space: Space, id: number): Promise<SidebarLink> {
  const links = [...(await mainLinks(ctx, space, true)), ...(await quickLinks(ctx, space, id))]
  const link = links.find(other => other.id === String(id))
  if (!link) throw noLink(id)
  return link
}

async function requireLink(tx: WriteTransaction, space: Space, id: number): Promise<LinkRow> {
  const link = await tx.db
    .selectFrom('sidebar_link')
    .selectAll()
    .where('id', '=', id)
    .where('space_id', '=', space.id)
    .executeTakeFirst()
  if (!link) throw noLink(id)
  return link
}

const noLink = (id: number) => notFound('This space has no link {{id}} in its sidebar', { values: { id } })

/** The links of a group, held until the change commits so that no two get one place. */
async function lockedGroup(tx: WriteTransaction, space: Space, group: Group): Promise<LinkRow[]> {
  if (tx.engine === 'postgres')
    await tx.db.selectFrom('space').select('id').where('id', '=', space.id).forUpdate().execute()
  return tx.db
    .selectFrom('sidebar_link')
    .selectAll()
    .where('space_id', '=', space.id)
    .where('link_group', '=', group)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

function changed(tx: WriteTransaction, ctx: Context, space: Space, data: Record<string, number>): void {
  tx.append({
    kind: 'sidebar.changed',
    actorId: ctx.viewer.userId,
    spaceId: space.id,
    data: { key: space.key, ...data },
  })
}
