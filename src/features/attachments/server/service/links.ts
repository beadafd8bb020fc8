import { parse, rewriteReferences, type Reference } from '#language/index.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { rewriteText, titleKey, type ContentRow } from '#features/content/server/index.ts'
import { fileNameOf } from '../model/file-names.ts'

/** Pages rewritten in the transaction of a rename, far more than show one file. */
const MAX_REWRITES = 500

/**
 * Pages that show or link a file by its old name name it by the new one. The text means the same as before, so it is no
 * new version.
 */
export async function rewriteFileLinks(
  tx: WriteTransaction,
  container: ContentRow,
  from: string,
  to: string,
): Promise<void> {
  const titled = container.type === 'blogpost' ? 'blogpost' : 'page'
  const linkers = await tx.db
    .selectFrom('content_link')
    .innerJoin('content', 'content.id', 'content_link.from_id')
    .innerJoin('space', 'space.id', 'content.space_id')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .select([
      'content.id',
      'content.version',
      'content.space_id',
      'content.container_id',
      'space.key as space_key',
      'content_version.storage',
    ])
    .where(eb =>
      eb.or([
        eb.and([
          eb('content_link.kind', '=', 'attachment'),
          eb('content_link.target_id', '=', container.id),
          eb('content_link.target_key', '=', from),
        ]),
        eb.and([
          eb('content_link.kind', '=', titled),
          eb('content_link.space_id', '=', container.space_id),
          eb('content_link.target_key', '=', container.title_key),
          eb('content_version.storage', 'like', '%ri:attachment%'),
        ]),
      ]),
    )
    .distinct()
    .orderBy('content.id')
    .limit(MAX_REWRITES)
    .execute()
  if (linkers.length === 0) return
  const { key } = await tx.db
    .selectFrom('space')
    .select('key')
    .where('id', '=', container.space_id)
    .executeTakeFirstOrThrow()
  for (const linker of linkers) {
    const own = (linker.container_id ?? linker.id) === container.id
    const { doc, changed } = rewriteReferences(parse(linker.storage), reference =>
      names(reference, container, key, own, linker.space_key) &&
      reference.kind === 'attachment' &&
      fileNameOf(reference.filename) === from
        ? { filename: to }
        : undefined,
    )
    if (changed === 0) continue
    await rewriteText(
      tx,
      { id: linker.id, version: linker.version, spaceId: linker.space_id, spaceKey: linker.space_key },
      doc,
    )
  }
}

/** Whether a reference to an attachment means one of this page. */
function names(
  reference: Reference,
  container: ContentRow,
  spaceKey: string,
  own: boolean,
  linkerSpace: string,
): boolean {
  if (reference.kind !== 'attachment') return false
  const holder = reference.container
  if (!holder) return own
  if (holder.kind === 'content-entity') return Number(holder.id) === container.id
  const kind = container.type === 'blogpost' ? 'blog-post' : 'page'
  return (
    holder.kind === kind &&
    titleKey(holder.title) === container.title_key &&
    (holder.spaceKey ?? linkerSpace).toLowerCase() === spaceKey.toLowerCase()
  )
}
