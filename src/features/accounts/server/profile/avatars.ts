import { Readable } from 'node:stream'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import { squarePictures } from '#platform/server/pictures.ts'
import { MAX_AVATAR_BYTES } from '../../shared.ts'
import { accessChanged } from '../access.ts'
import { changeAccount } from '../users/store.ts'
import type { Account } from '../viewer.ts'

const LARGE = 256
const SMALL = 48

/**
 * Stores the middle of a picture as the account's own.
 * @returns the account as it is now
 * @throws HttpError 400 when it is not a picture of an accepted kind
 */
export async function setAvatar(app: App, account: Account, bytes: Buffer, actorId: number | null): Promise<Account> {
  const store = (picture: Buffer) => app.blobs.put(Readable.from([picture]), { maxSize: MAX_AVATAR_BYTES })
  const [large, small] = await squarePictures(bytes, 'file', [LARGE, SMALL], 'cover')
  const [largeBlob, smallBlob] = await Promise.all([store(large), store(small)])
  return writeAvatar(app, account, { large: largeBlob.sha256, small: smallBlob.sha256 }, actorId)
}

/** Takes the picture away; the generated one shows again. */
export async function clearAvatar(app: App, account: Account, actorId: number | null): Promise<Account> {
  return writeAvatar(app, account, null, actorId)
}

async function writeAvatar(
  app: App,
  account: Account,
  picture: { large: string; small: string } | null,
  actorId: number | null,
): Promise<Account> {
  return app.database.transaction(async tx => {
    if (picture) for (const sha256 of [picture.large, picture.small]) await claimBlob(tx, app, sha256)
    const updated = await changeAccount(tx, account.id, {
      avatar_sha256: picture?.large ?? null,
      avatar_small_sha256: picture?.small ?? null,
    })
    tx.append({ kind: 'account.avatar-changed', actorId, data: { accountId: account.id } })
    accessChanged(app, tx)
    return updated
  })
}
