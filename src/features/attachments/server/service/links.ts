import { parse, rewriteReferences, type Reference } from '#language/index.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { titleKey, type ContentRow } from '#features/content-core/server/read.ts'
import { rewriteText } from '#features/content-core/server/write.ts'
import { existingSpace } from '#features/spaces/server/index.ts'
import { fileNameOf } from '../model/file-names.ts'
import { textsNamingFile } from '../store.ts'

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
  const linkers = await textsNamingFile(tx, container, from, MAX_REWRITES)
  if (linkers.length === 0) return
  const { key } = await existingSpace(tx.db, container.space_id)
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
