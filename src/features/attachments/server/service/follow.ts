import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { publishFiles, type ContentWriter } from '#features/content-core/server/write.ts'
import { attachmentsAfter, requireVersion } from '../store.ts'
import { announce, insert } from './attach.ts'

const BATCH = 200

/** Changes of attachments when their page changes. Purging is done by foreign keys; bytes are collected later. */
export const followPages: ContentWriter = {
  async stored(tx, ctx, row, { before }) {
    if (before === 'draft' && row.status === 'current' && (row.type === 'page' || row.type === 'blogpost'))
      await publishWith(tx, ctx, row)
  },
  async copied(tx, ctx, from, to, options) {
    if (options.attachments && (from.type === 'page' || from.type === 'blogpost')) await copyFiles(tx, ctx, from, to)
  },
}

/** Files of a draft are published with it. */
async function publishWith(tx: WriteTransaction, ctx: Context, page: ContentRow): Promise<void> {
  for (const row of await publishFiles(tx, page.id))
    announce(tx, ctx, row, 'created', { version: row.version, minor: false })
}

/** The current versions, as first versions of new files; the bytes are shared. */
async function copyFiles(tx: WriteTransaction, ctx: Context, from: ContentRow, to: ContentRow): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await attachmentsAfter(tx, from.id, after, BATCH)
    for (const row of rows) {
      const file = await requireVersion(tx.db, row, row.version)
      await insert(tx, ctx, to, {
        title: row.title,
        mediaType: file.media_type,
        comment: file.comment,
        minor: false,
        blob: { sha256: file.sha256, size: file.size },
        picture: file.width === null || file.height === null ? undefined : { width: file.width, height: file.height },
      })
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}
