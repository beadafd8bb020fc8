import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { squarePictures } from '#platform/server/pictures.ts'
import { emojiPath, MAX_EMOJI_BYTES, MOST_SITE_EMOJI } from '../shared.ts'
import { countSiteEmoji, deleteSiteEmoji, insertSiteEmoji, siteEmojiOf, type SiteEmojiRow } from './store.ts'

/** Side of the stored picture in px, for screens with many of them to the inch. */
const SIZE = 128

/** Address of the picture that changes with it; relative to the site. */
export function pictureUrl({ name, sha256 }: Pick<SiteEmojiRow, 'name' | 'sha256'>): string {
  return `${emojiPath(name)}?v=${sha256.slice(0, 16)}`
}

/** The stored picture of an emoji at the address of {@link pictureUrl}, a WebP; undefined for other addresses. */
export async function blobOfEmoji(app: App, path: string): Promise<string | undefined> {
  return (await siteEmojiOf(app)).find(({ name }) => emojiPath(name) === path)?.sha256
}

/** Address of the picture of an emoji; undefined if there is none with the name. */
export async function pictureOfEmoji(app: App, name: string): Promise<string | undefined> {
  const row = (await siteEmojiOf(app)).find(emoji => emoji.name === name.toLowerCase())
  return row && pictureUrl(row)
}

/**
 * Adds an emoji; the caller asks the policy.
 * @throws HttpError 400 for a name that is taken, or bytes that are no picture
 */
export async function addEmoji(ctx: Context, name: string, bytes: Buffer): Promise<SiteEmojiRow> {
  const { app } = ctx
  const [picture] = await squarePictures(bytes, 'file', [SIZE], 'contain')
  const { sha256 } = await app.blobs.put(Readable.from([picture]), { maxSize: MAX_EMOJI_BYTES })
  return app.database.transaction(async tx => {
    if ((await countSiteEmoji(tx.db)) >= MOST_SITE_EMOJI)
      throw badRequest('At most {{most}} emoji can be added: remove one first', { values: { most: MOST_SITE_EMOJI } })
    await claimBlob(tx, app, sha256)
    const row = await insertSiteEmoji(tx.db, { name, emoji_id: randomUUID(), sha256, created_at: Date.now() })
    if (!row) throw badRequest('There is an emoji with the name {{name}} already', { field: 'name', values: { name } })
    tx.append({ kind: 'emoji.added', actorId: ctx.viewer.userId, data: { name: `:${name}:` } })
    return row
  })
}

/** Removes an emoji; the caller asks the policy. @throws HttpError 404 */
export async function removeEmoji(ctx: Context, id: number): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const row = await deleteSiteEmoji(tx.db, id)
    if (!row) throw notFound('There is no emoji with id {{id}}', { values: { id }, forPrograms: true })
    tx.append({ kind: 'emoji.removed', actorId: ctx.viewer.userId, data: { name: `:${row.name}:` } })
  })
}
