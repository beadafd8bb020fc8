import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { App } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { MAX_AVATAR_BYTES } from '../../contract.ts'
import { accessChanged } from '../access.ts'
import type { Account } from '../viewer.ts'

export const AVATAR_SIZES = [256, 48] as const
/** A small file may unpack to a huge picture: refused before it is. */
const MAX_PIXELS = 50_000_000
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif']

/**
 * Makes the squares of a picture as WebP: turned upright, cut to its middle, without metadata (a photograph tells where
 * it was taken). Only pictures made of pixels are taken, and the first frame of those that move.
 * @throws HttpError 400 when it is not a picture of an accepted kind
 */
export async function makeAvatar(bytes: Buffer): Promise<{ large: Buffer; small: Buffer }> {
  try {
    const { format } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    if (!FORMATS.includes(format)) throw new Error(`format ${format}`)
    const [large, small] = await Promise.all(AVATAR_SIZES.map(size =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate()
        .resize(size, size, { fit: 'cover' }).webp({ quality: 85 }).timeout({ seconds: 10 }).toBuffer()))
    if (!large || !small) throw new Error('no picture was made')
    return { large, small }
  } catch (cause) {
    throw badRequest('file: must be a PNG, JPEG, WebP or GIF picture of at most 50 megapixels', [(cause as Error).message])
  }
}

/** Stores a picture as the account's own. @returns the account as it is now */
export async function setAvatar(app: App, account: Account, bytes: Buffer, actorId: number | null): Promise<Account> {
  const { large, small } = await makeAvatar(bytes)
  const [largeBlob, smallBlob] = await Promise.all([large, small].map(picture =>
    app.blobs.put(Readable.from([picture]), { maxSize: MAX_AVATAR_BYTES })))
  return writeAvatar(app, account, largeBlob?.sha256 ?? null, smallBlob?.sha256 ?? null, actorId)
}

/** Takes the picture away; the generated one shows again. */
export async function clearAvatar(app: App, account: Account, actorId: number | null): Promise<Account> {
  return writeAvatar(app, account, null, null, actorId)
}

async function writeAvatar(app: App, account: Account, large: string | null, small: string | null, actorId: number | null): Promise<Account> {
  return app.database.transaction(async tx => {
    const updated = await tx.db.updateTable('account').set({ avatar_sha256: large, avatar_small_sha256: small })
      .where('id', '=', account.id).returningAll().executeTakeFirstOrThrow()
    tx.append({ kind: 'account.avatar-changed', actorId, data: { accountId: account.id } })
    accessChanged(app, tx)
    return updated
  })
}
