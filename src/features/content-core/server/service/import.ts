import type { WriteTransaction } from '#platform/server/database/index.ts'
import { MAX_TITLE_LENGTH } from '../../shared.ts'
import { storeLinks } from '../model/links.ts'
import type { ReadBody } from '../model/read-source.ts'
import { cutTitle, titleKey } from '../titles.ts'
import { placeLast } from '../model/tree.ts'
import { contentById, findPageByTitle, type ContentRow } from '../store.ts'
import type { FormerTitleTable } from '../tables.ts'
import { dropRendersLinkingTo } from '../writer.ts'
import { addFormerTitles } from '../writer/former-titles.ts'
import { insertImported, type ImportedContent } from '../writer/imported.ts'

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

function formerTitlesOf(row: ContentRow, versions: readonly { title: string }[]): FormerTitleTable[] {
  const keys = new Set(versions.map(({ title }) => titleKey(title)))
  keys.delete(row.title_key)
  return [...keys].map(title_key => ({ content_id: row.id, space_id: row.space_id, title_key }))
}

async function freeTitle(tx: WriteTransaction, { space, title, reserved }: ImportedPage): Promise<string> {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const candidate = cutTitle(title.slice(0, MAX_TITLE_LENGTH - end.length)) + end
    const key = titleKey(candidate)
    if (!reserved?.has(key) && !(await findPageByTitle(tx.db, space.id, key))) return candidate
  }
}
