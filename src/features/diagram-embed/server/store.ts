import { sql, type SqlBool } from 'kysely'
import type { App } from '#platform/server/app.ts'
import { SITE_WIDE, type Database, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import { GROUP_USERS } from '#features/accounts/server/index.ts'
import type {} from './tables.ts'

/** A link with what it shows now. */
export interface LinkedDiagram {
  linkId: number
  name: string
  number: number
  /** When this version was stored. */
  at: number
  sha256: string
  size: number
}

/** Whether all users or anonymous visitors can read a space. */
const isOpen = (spaceId: string) => sql<SqlBool>`exists (
  select 1 from space_permission left join account_group on account_group.id = space_permission.group_id
  where space_permission.space_id = ${sql.ref(spaceId)} and space_permission.permission = 'read:space'
    and space_permission.account_id is null
    and (space_permission.group_id is null or account_group.name = ${GROUP_USERS}))`

/**
 * The diagram of a link, as it may be seen by everybody now: its file and page are there and published, no restriction
 * holds for the page or one above it, and its space is neither archived, deleted nor switched off. A link made in an open
 * space works in open spaces only, one made in a private space in that space only: its creator has published the diagram
 * to readers of those, not to the readers of the space that its page moves to. Asked for each request, so that a link
 * stops working with the commit that makes any of it untrue.
 */
export async function linkedDiagram({ read }: Database, tokenHash: string): Promise<LinkedDiagram | undefined> {
  return read
    .selectFrom('diagram_embed_link as link')
    .innerJoin('content as file', 'file.id', 'link.attachment_id')
    .innerJoin('content as page', 'page.id', 'file.container_id')
    .innerJoin('space', 'space.id', 'page.space_id')
    .innerJoin('attachment_version as version', join =>
      join
        .onRef('version.content_id', '=', 'file.id')
        .on('version.number', '=', sql<number>`coalesce(link.version, file.version)`),
    )
    .leftJoin('diagram_embed_space as switch', 'switch.space_id', 'space.id')
    .select([
      'link.id as linkId',
      'file.title as name',
      'version.number',
      'version.at',
      'version.sha256',
      'version.size',
    ])
    .where('link.token_hash', '=', tokenHash)
    .where('file.status', '=', 'current')
    .where('page.type', 'in', ['page', 'blogpost'])
    .where('page.status', '=', 'current')
    .where('page.guard_id', 'is', null)
    .where('space.status', '=', 'current')
    .where(eb => eb.or([eb('switch.enabled', 'is', null), eb('switch.enabled', '=', 1)]))
    .where(eb =>
      eb.or([
        eb.and([eb('link.was_open', '=', 1), isOpen('space.id')]),
        eb.and([eb('link.was_open', '=', 0), eb('link.space_id', '=', eb.ref('space.id'))]),
      ]),
    )
    .executeTakeFirst()
}

/** Whether a space is switched on, as all are that were never switched. */
export function spaceSwitch(app: App, spaceId: number): Promise<boolean> {
  const read = async () => {
    const row = await app.database.read
      .selectFrom('diagram_embed_space')
      .select('enabled')
      .where('space_id', '=', spaceId)
      .executeTakeFirst()
    return row?.enabled !== 0
  }
  return app.facts.get(`embedding of space ${spaceId}`, read, { sources: SITE_WIDE })
}

export async function putSpaceSwitch({ db }: WriteTransaction, spaceId: number, isOn: boolean): Promise<void> {
  const enabled = isOn ? 1 : 0
  await db
    .insertInto('diagram_embed_space')
    .values({ space_id: spaceId, enabled })
    .onConflict(conflict => conflict.column('space_id').doUpdateSet({ enabled }))
    .execute()
}

export interface NewLink {
  attachmentId: number
  spaceId: number
  tokenHash: string
  version: number | null
  creatorId: number
}

export async function insertLink({ db }: WriteTransaction, link: NewLink): Promise<void> {
  await db
    .insertInto('diagram_embed_link')
    .columns(['attachment_id', 'token_hash', 'version', 'creator_id', 'created_at', 'space_id', 'was_open'])
    .expression(eb =>
      eb
        .selectFrom('space')
        .select(select => [
          select.cast<number>(select.val(link.attachmentId), 'bigint').as('attachment_id'),
          select.val(link.tokenHash).as('token_hash'),
          select.cast<number | null>(select.val(link.version), 'bigint').as('version'),
          select.cast<number>(select.val(link.creatorId), 'bigint').as('creator_id'),
          select.cast<number>(select.val(Date.now()), 'bigint').as('created_at'),
          'space.id as space_id',
          sql<number>`case when ${isOpen('space.id')} then 1 else 0 end`.as('was_open'),
        ])
        .where('space.id', '=', link.spaceId),
    )
    .execute()
}

/** Whether a diagram has as many links, or more. */
export async function hasLinks(db: Queries, attachmentId: number, most: number): Promise<boolean> {
  const row = await db
    .selectFrom('diagram_embed_link')
    .select('id')
    .where('attachment_id', '=', attachmentId)
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns how many links there were */
export async function deleteLinks({ db }: WriteTransaction, attachmentId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('diagram_embed_link')
    .where('attachment_id', '=', attachmentId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Links, the newest first; one more than `limit` when more follow. */
export async function listLinks({ read }: Database, { start, limit }: { start: number; limit: number }) {
  return read
    .selectFrom('diagram_embed_link')
    .select(['id', 'attachment_id', 'version', 'creator_id', 'created_at'])
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Names and places of diagrams, by their attachments. */
export async function placesOf({ read, dialect }: Database, attachmentIds: readonly number[]) {
  const rows =
    attachmentIds.length === 0
      ? []
      : await read
          .selectFrom('content as file')
          .innerJoin('content as page', 'page.id', 'file.container_id')
          .innerJoin('space', 'space.id', 'page.space_id')
          .select([
            'file.id as attachmentId',
            'file.title as name',
            'page.id as pageId',
            'page.title as pageTitle',
            'space.key as spaceKey',
            'space.name as spaceName',
          ])
          .where('file.id', 'in', dialect.inIntegers(attachmentIds))
          .execute()
  return new Map(rows.map(row => [row.attachmentId, row]))
}

export interface LinkUse {
  source: string
  uses: number
  lastUsedAt: number
}

/** Uses of links by source, the most first. */
export async function usesOf(
  { read, dialect }: Database,
  linkIds: readonly number[],
): Promise<Map<number, [LinkUse, ...LinkUse[]]>> {
  const rows =
    linkIds.length === 0
      ? []
      : await read
          .selectFrom('diagram_embed_use')
          .selectAll()
          .where('link_id', 'in', dialect.inIntegers(linkIds))
          .orderBy('uses', 'desc')
          .orderBy('source')
          .execute()
  const byLink = new Map<number, [LinkUse, ...LinkUse[]]>()
  for (const { link_id, source, uses, last_used_at } of rows) {
    const use: LinkUse = { source, uses: Number(uses), lastUsedAt: Number(last_used_at) }
    const before = byLink.get(link_id)
    if (before) before.push(use)
    else byLink.set(link_id, [use])
  }
  return byLink
}

/** Adds to the uses of a link, unless it was deactivated meanwhile. */
export async function addUses(
  { db }: WriteTransaction,
  linkId: number,
  { source, uses, lastUsedAt }: LinkUse,
): Promise<void> {
  await db
    .insertInto('diagram_embed_use')
    .columns(['link_id', 'source', 'uses', 'last_used_at'])
    .expression(eb =>
      eb
        .selectFrom('diagram_embed_link')
        .select(select => [
          'id',
          select.val(source).as('source'),
          select.cast<number>(select.val(uses), 'bigint').as('uses'),
          select.cast<number>(select.val(lastUsedAt), 'bigint').as('last_used_at'),
        ])
        .where('id', '=', linkId),
    )
    .onConflict(conflict =>
      conflict.columns(['link_id', 'source']).doUpdateSet(eb => ({
        uses: eb('diagram_embed_use.uses', '+', eb.ref('excluded.uses')),
        last_used_at: eb.ref('excluded.last_used_at'),
      })),
    )
    .execute()
}
