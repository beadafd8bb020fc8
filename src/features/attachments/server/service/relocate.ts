import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { changeFile } from '#features/content-core/server/write.ts'
import { attachmentByName, requireVersion } from '../store.ts'
import { announce, dropRendersShowingFilesOf, nameTaken } from './attach.ts'
import { rewriteFileLinks } from './links.ts'

/** A file that got another name, another page, or both. */
export interface FileRelocation {
  /** As it is now. */
  file: ContentRow
  /** The page that it was on, and the one that it is on. */
  source: ContentRow
  target: ContentRow
  /** Its name before. */
  from: string
}

/**
 * Takes part in giving a file another name or page, in the same transaction: what names the file in its own way
 * follows.
 */
export const fileFollowers =
  extensionPoint<(tx: WriteTransaction, ctx: Context, change: FileRelocation) => Promise<void>>('attachments.followers')

export interface Relocation {
  /** The page that it is on, and the one that it is to be on, both locked; the same one for a rename. */
  source: ContentRow
  target: ContentRow
  title: string
  /** Comment of its current version; absent keeps it. */
  comment?: string
}

/**
 * Gives a file another name or page. Links and embeds follow. The caller has asked the policy.
 * @throws HttpError 400 when the name is taken
 */
export async function relocateFile(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  { source, target, title, comment }: Relocation,
): Promise<ContentRow> {
  const moves = target.id !== source.id
  const isElsewhere = moves || title !== row.title
  if (isElsewhere) {
    const other = await attachmentByName(tx.db, target.id, title)
    if (other && other.id !== row.id) throw nameTaken(title)
  }
  const file = await changeFile(tx, row, {
    title,
    message: comment ?? (await requireVersion(tx.db, row, row.version)).comment,
    container: target,
    updaterId: ctx.viewer.userId,
    at: Math.max(Date.now(), row.updated_at + 1),
  })
  if (title !== row.title && !moves) await rewriteFileLinks(tx, source, row.title, title)
  if (isElsewhere)
    for (const follow of ctx.app.extensions.all(fileFollowers))
      await follow(tx, ctx, { file, source, target, from: row.title })
  await dropRendersShowingFilesOf(tx, source)
  if (moves) await dropRendersShowingFilesOf(tx, target)
  if (moves) announce(tx, ctx, file, 'moved', { fromContainerId: source.id, fromSpaceId: source.space_id })
  else
    announce(tx, ctx, file, 'updated', {
      version: row.version,
      ...(title === row.title ? {} : { fromTitle: row.title }),
    })
  return file
}
