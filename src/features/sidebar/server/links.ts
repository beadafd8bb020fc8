import { generateKeyBetween } from 'fractional-indexing'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, HttpError, notFound } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { spacePath, type Space } from '#features/spaces/server/index.ts'
import type { IndexPageFollower } from '#features/templates/server/index.ts'
import { collectionHref, COLLECTIONS, type CollectionName } from '../collections.ts'
import type { SidebarLink } from '../contract.ts'
import { MOST_LINKS } from '../shared.ts'
import { linkTarget, type LinkInput } from './link-target.ts'
import {
  deleteLink,
  insertShortcut,
  linkRow,
  lockLinks,
  mainLinkRows,
  shortcutRows,
  updateLink,
  type LinkRow,
} from './store.ts'

/** The main links of a space, in order. */
export async function mainLinks(ctx: Context, space: Space, includeHidden: boolean): Promise<SidebarLink[]> {
  const rows = await mainLinkRows(ctx.app, space.id, includeHidden)
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
  const rows = await shortcutRows(ctx, space.id, id)
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
    const group = await lockLinks(tx, space.id, 'quick')
    if (group.length >= MOST_LINKS)
      throw badRequest('A space has at most {{most}} shortcuts', {
        values: { most: MOST_LINKS },
      })
    const position = generateKeyBetween(group.at(-1)?.position ?? null, null)
    const added = await insertShortcut(tx, space.id, { ...target, position })
    changed(tx, ctx, space, { added })
    return added
  })
  return oneLink(ctx, space, id)
}

/** Adds a shortcut to the index page of a blueprint, unless the space has as many shortcuts as it may have. */
export const linkIndexPage: IndexPageFollower = async (ctx, space, page) => {
  await addQuickLink(ctx, space, { resourceId: page.id, resourceType: 'page' }).catch((error: unknown) => {
    if (!(error instanceof HttpError) || error.status !== 400) throw error
  })
}

/** Place for a link: before all others of its group, or after one of them. */
export type LinkPlace = { first: true } | { after: string }

/** Moves a link among those of its group. @throws HttpError 400 if the place is invalid, 404 for an unknown link */
export async function moveLinkTo(ctx: Context, space: Space, id: number, place: LinkPlace): Promise<SidebarLink> {
  // The target of its neighbour may name it, and only the viewer's own list says that.
  const named = 'after' in place ? [...(await mainLinks(ctx, space, true)), ...(await quickLinks(ctx, space))] : []
  await ctx.app.database.transaction(async tx => {
    const link = await requireLink(tx, space, id)
    const others = (await lockLinks(tx, space.id, link.link_group)).filter(other => other.id !== id)
    const at = 'first' in place ? 0 : others.findIndex(other => names(place.after, other, named)) + 1
    if (at === 0 && 'after' in place)
      throw badRequest('{{link}} is no other link of this group', {
        field: 'after',
        values: { link: place.after.slice(0, 100) },
        forPrograms: true,
      })
    const position = generateKeyBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null)
    await updateLink(tx, id, { position })
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
    await updateLink(tx, id, { hidden: hidden ? 1 : 0 })
    changed(tx, ctx, space, { [hidden ? 'hidden' : 'shown']: id })
  })
  return oneLink(ctx, space, id)
}

/** Removes a shortcut. @throws HttpError 400 for a main link, 404 for an unknown one */
export async function removeQuickLink(ctx: Context, space: Space, id: number): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const link = await requireLink(tx, space, id)
    if (link.link_group === 'main') throw badRequest('A main link cannot be removed: hide it')
    await deleteLink(tx, id)
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
  const link = await linkRow(tx, space.id, id)
  if (!link) throw noLink(id)
  return link
}

const noLink = (id: number) => notFound('This space has no link {{id}} in its sidebar', { values: { id } })

function changed(tx: WriteTransaction, ctx: Context, space: Space, data: Record<string, number>): void {
  tx.append({
    kind: 'sidebar.changed',
    actorId: ctx.viewer.userId,
    spaceId: space.id,
    data: { key: space.key, ...data },
  })
}
