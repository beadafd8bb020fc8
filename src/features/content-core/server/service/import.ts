import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { existingSpace } from '#features/spaces/server/index.ts'
import { MAX_TITLE_LENGTH } from '../../shared.ts'
import { storeLinks } from '../model/links.ts'
import type { ReadBody } from '../model/read-source.ts'
import { cutTitle, titleKey } from '../titles.ts'
import { placeLast } from '../model/tree.ts'
import { contentById, findPageByTitle, type ContentRow } from '../store.ts'
import type { FormerTitleTable } from '../tables.ts'
import { addVersion } from '../writer.ts'
import { dropRendersLinkingTo, dropRendersUsing } from '../writer/renders.ts'
import { addFormerTitles } from '../writer/former-titles.ts'
import { insertImported, type ImportedContent } from '../writer/imported.ts'
import { insertVersions } from '../writer/versions.ts'
import { renameLinks } from './update.ts'

/** Content of another wiki, with the text of its current version as it was read. */
export interface ImportContent extends ImportedContent {
  space: { id: number; key: string }
  body: ReadBody
}

/** A page or blog post of another wiki; its place is the last among its siblings. */
export interface ImportedPage extends Omit<ImportContent, 'type' | 'spaceId' | 'containerId' | 'position' | 'guardId'> {
  type: 'page' | 'blogpost'
  /** Keys of titles that it must leave to other pages. */
  reserved?: ReadonlySet<string> | undefined
}

/**
 * Inserts a page with its history. Where the space has a page of its title already, it gets another one, with a number
 * behind it. The caller has authorised it, and stores what hangs on it in the same transaction.
 */
export async function importPage(
  tx: WriteTransaction,
  actorId: number | null,
  page: ImportedPage,
): Promise<ContentRow> {
  const above = page.parentId === null ? undefined : await contentById(tx.db, page.parentId)
  // No user finds a page below one that is in the trash.
  const parent = above?.status === 'current' || page.status === 'trashed' ? above : undefined
  const title = page.type === 'page' && page.status === 'current' ? await freeTitle(tx, page) : page.title
  const row = await importContent(tx, actorId, {
    ...page,
    title,
    versions: page.versions.map((version, index) =>
      index === page.versions.length - 1 ? { ...version, title } : version,
    ),
    spaceId: page.space.id,
    containerId: null,
    parentId: parent?.id ?? null,
    position: page.type === 'page' ? (await placeLast(tx.db, page.space.id, parent?.id ?? null)).position : '',
    guardId: parent?.guard_id ?? null,
  })
  if (row.status === 'current') await dropRendersLinkingTo(tx, page.space.id, row.title_key)
  return row
}

/** {@link importPage} for contents of other types, which name what they are on. */
export async function importContent(
  tx: WriteTransaction,
  actorId: number | null,
  content: ImportContent,
): Promise<ContentRow> {
  const row = await insertImported(tx, content)
  if (row.container_id === null) await addFormerTitles(tx, formerTitlesOf(row, content.versions))
  const origin = { id: row.id, spaceId: row.space_id, spaceKey: content.space.key, isNew: true }
  await storeLinks(tx, origin, content.body.facts)
  tx.append({
    kind: `${row.type}.imported`,
    actorId,
    spaceId: row.space_id,
    contentId: row.id,
    data: row.container_id === null ? {} : { containerId: row.container_id },
  })
  return row
}

/** Later versions of a content that was imported before. */
export interface LaterVersions {
  /** The oldest first, of growing numbers that are higher than that of the current version; the last becomes current. */
  versions: ImportedContent['versions']
  body: ReadBody
}

/**
 * Adds versions that a content got in the other wiki after it was imported. A page whose new title is taken here gets a
 * number behind it. The caller has locked the row, and seen that it has no other versions.
 */
export async function importVersions(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  { versions, body }: LaterVersions,
): Promise<ContentRow> {
  const current = versions.at(-1)
  if (!current) return row
  const space = await existingSpace(tx.db, row.space_id)
  const isPage = row.type === 'page' && row.status === 'current'
  const title = isPage ? await freeTitle(tx, { space, title: current.title, self: row.id }) : current.title
  await insertVersions(tx, row.id, versions.slice(0, -1))
  const updated = await addVersion(tx, row, current, title === row.title ? {} : { title })
  if (row.container_id === null) await addFormerTitles(tx, formerTitlesOf(updated, [row, ...versions]))
  await storeLinks(tx, { id: row.id, spaceId: space.id, spaceKey: space.key }, body.facts)
  await dropRendersUsing(tx, row.container_id ?? row.id)
  if (row.container_id === null) await renameLinks(tx, ctx, row, updated, space, space)
  tx.append({
    kind: `${row.type}.imported`,
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data: row.container_id === null ? {} : { containerId: row.container_id },
  })
  return updated
}

function formerTitlesOf(row: ContentRow, versions: readonly { title: string }[]): FormerTitleTable[] {
  const keys = new Set(versions.map(({ title }) => titleKey(title)))
  keys.delete(row.title_key)
  return [...keys].map(title_key => ({ content_id: row.id, space_id: row.space_id, title_key }))
}

async function freeTitle(
  tx: WriteTransaction,
  { space, title, reserved, self }: Pick<ImportedPage, 'title' | 'reserved'> & { space: { id: number }; self?: number },
): Promise<string> {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const candidate = cutTitle(title.slice(0, MAX_TITLE_LENGTH - end.length)) + end
    const key = titleKey(candidate)
    if (reserved?.has(key)) continue
    const holder = await findPageByTitle(tx.db, space.id, key)
    if (!holder || holder.id === self) return candidate
  }
}
