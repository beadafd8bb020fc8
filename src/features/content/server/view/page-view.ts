import type { ReactNode } from 'react'
import type { App } from '#platform/server/app.ts'
import { powersOf, type Context } from '#platform/server/context.ts'
import { madeFrom, readExtension } from '#platform/server/database/index.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { SeededQuery } from '#platform/page-data.ts'
import type { Reader } from '#platform/view/reader.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, mayViewProfile, pictureUrl, profilePath, type Account } from '#features/accounts/server/index.ts'
import { permissionsOn } from '#features/content-core/server/policies.ts'
import {
  contentPath,
  contentsById,
  sourcesOf,
  tinyId,
  versionOf,
  type ContentRow,
  type ContentVersionRow,
} from '#features/content-core/server/read.ts'
import { pageOf, renderCurrent, renderStorage } from '#features/content-core/server/render.ts'
import { spacePath, spacesById, type Space } from '#features/spaces/server/index.ts'
import { restrictionState, restrictionWord } from '../../restriction-state.ts'
import type { PageView, PersonView } from '../../view-contract.ts'
import { attachmentsOn, editDraftsOn, pageCounts, restrictionsOn, type PageCount } from '../store/page-counts.ts'
import { knownAncestors } from './ancestors.ts'

/**
 * A feature's part of a page: data for `parts` of the page's answer (so that the browser asks for nothing again), and
 * the views of it.
 */
export interface PagePart {
  readonly name: string
  /**
   * Asked in one statement with those of all other parts. Made from what belongs to the page and from the viewer's
   * account.
   */
  readonly count?: PageCount
  /** `load` reads nothing but what belongs to the page; otherwise its queries name their sources or have all. */
  readonly isOfPage?: boolean
  /** @param count the number that {@link count} asks for; 0 without it */
  load(ctx: Context, row: ContentRow, count: number): Promise<unknown>
  /** Below the article, from what `load` gave: the view of an entry of the slot `page.after` that is `inDocument`. */
  after?(value: unknown, shown: { reader: Reader; token: string }): ReactNode
  /**
   * A button among the page's actions, before its own: the view of an entry of the slot `page.actions` that is
   * `inDocument`.
   */
  actions?(value: unknown, reader: Reader): ReactNode
  /** Further answers to seed the browser's cache with. */
  queries?(value: unknown, row: ContentRow): SeededQuery[]
}
export const pageParts = extensionPoint<PagePart>('content.page-parts')

/** Everything that the screen of a page or post shows to this viewer. */
export async function loadPageView(ctx: Context, row: ContentRow, version?: number): Promise<PageView> {
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  if (!space) throw notFound()
  const older = version === undefined || version === row.version ? undefined : await requireVersion(ctx, row, version)
  const counted = countedOn(ctx, row)
  // Side by side: each of these asks the database, which may be some way off.
  const [above, people, html, parts, permissions, counts] = await Promise.all([
    pagesAbove(ctx, row),
    accountsById(ctx.app, [row.creator_id, row.updater_id, older?.author_id ?? null]),
    older ? renderVersion(ctx, row, space, older) : renderCurrent(ctx, row, space.key, 'view'),
    counted.then(counts => loadParts(ctx, row, counts)),
    permissionsOn(ctx, row),
    counted,
  ])
  return {
    id: String(row.id),
    type: row.type as 'page' | 'blogpost',
    status: row.status,
    trashedAt: row.status === 'trashed' && row.trashed_at !== null ? isoTime(row.trashed_at) : null,
    title: row.title,
    url: contentPath(row, space.key),
    tinyUrl: `/x/${tinyId(row.id)}`,
    version: row.version,
    parentId: row.parent_id === null ? null : String(row.parent_id),
    postingDay: row.posting_day,
    space: {
      id: space.id,
      key: space.key,
      name: space.name,
      type: space.type,
      status: space.status,
      homePageId: space.home_page_id === null ? null : String(space.home_page_id),
      url: spacePath(space),
    },
    html,
    ancestors: above.map(page => ({ id: String(page.id), title: page.title, url: contentPath(page, space.key) })),
    createdBy: personView(ctx, people.get(row.creator_id ?? 0)),
    createdAt: isoTime(row.created_at),
    updatedBy: personView(ctx, people.get(row.updater_id ?? 0)),
    updatedAt: isoTime(row.updated_at),
    restricted: restrictionOf(row, counts.restrictions),
    permissions,
    attachmentCount: counts.attachments,
    shownVersion: older
      ? {
          number: older.number,
          title: older.title,
          at: isoTime(older.at),
          by: personView(ctx, people.get(older.author_id ?? 0)),
        }
      : null,
    hasDraft: counts.drafts > 0,
    parts,
  }
}

function countedOn(ctx: Context, row: ContentRow) {
  const accountId = ctx.viewer.userId ?? 0
  return madeFrom([...sourcesOf([row]), `account ${accountId}`], () =>
    ctx.app.own(allCounts)(ctx.app.database.read, { id: row.id, accountId }),
  )
}

const allCounts = (app: App) =>
  pageCounts({
    restrictions: restrictionsOn,
    attachments: attachmentsOn,
    drafts: editDraftsOn,
    ...Object.fromEntries(
      app.extensions.all(pageParts).flatMap(({ name, count }) => (count ? [[columnOf(name), count]] : [])),
    ),
  })

const columnOf = (part: string) => `part ${part}`

async function loadParts(
  ctx: Context,
  row: ContentRow,
  counts: Readonly<Record<string, number>>,
): Promise<Record<string, unknown>> {
  const parts = ctx.app.extensions.all(pageParts)
  const values = await Promise.all(
    parts.map(part =>
      readExtension(part.isOfPage ? sourcesOf([row]) : undefined, () =>
        part.load(ctx, row, counts[columnOf(part.name)] ?? 0),
      ),
    ),
  )
  return Object.fromEntries(parts.map(({ name }, index) => [name, values[index]]))
}

async function requireVersion(ctx: Context, row: ContentRow, number: number): Promise<ContentVersionRow> {
  const version = await madeFrom(sourcesOf([row]), () => versionOf(ctx.app.database.read, row.id, number))
  if (!version) throw notFound('There is no version {{number}} of this page', { values: { number } })
  return version
}

async function renderVersion(ctx: Context, row: ContentRow, space: Space, version: ContentVersionRow): Promise<string> {
  const page = { ...pageOf(row, space.key), title: version.title, version: version.number }
  return (await renderStorage(ctx, version.storage, page, 'view', row.space_id)).html
}

/** Of a page's row in memory, roughly. */
const BREADCRUMB_BYTES = 1500

/** The way to a page, the same for all that are below one parent. */
async function pagesAbove(
  ctx: Context,
  { space_id, parent_id }: Pick<ContentRow, 'space_id' | 'parent_id'>,
): Promise<readonly Pick<ContentRow, BreadcrumbField>[]> {
  if (parent_id === null) return []
  return ctx.app.facts.get(
    `above ${parent_id} ${powersOf(ctx.viewer)}`,
    async () => contentsById(ctx, await knownAncestors(ctx.app, parent_id)),
    { sources: [`tree ${space_id}`], bytes: pages => pages.length * BREADCRUMB_BYTES },
  )
}

/** Fields that a change of a page's text alone leaves as they are. */
type BreadcrumbField = keyof Parameters<typeof contentPath>[0]

/** Whether the page itself is restricted, for viewing or for editing alone, or a page above it for viewing. */
function restrictionOf({ id, guard_id }: ContentRow, own: number): PageView['restricted'] {
  if (guard_id === id) return restrictionWord(restrictionState(['read'], false))
  return restrictionWord(restrictionState(own > 0 ? ['update'] : [], guard_id !== null))
}

/** A user as screens show one; null for unknown ones. */
export function personView(ctx: Context, account: Account | undefined): PersonView | null {
  if (!account) return null
  return {
    username: account.username,
    userKey: account.user_key,
    displayName: account.display_name,
    avatarUrl: pictureUrl(account),
    ...(mayViewProfile(ctx, account) ? { profileUrl: profilePath(account.username) } : {}),
  }
}
