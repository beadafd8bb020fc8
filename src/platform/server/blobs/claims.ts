import type { App } from '../app.ts'
import type { WriteTransaction } from '../database/index.ts'
import { extensionPoint } from '../extensions.ts'

/** Called in the transaction that names a blob: the collector of unnamed blobs leaves it alone. */
export const blobClaims =
  extensionPoint<(tx: WriteTransaction, app: App, sha256: string) => Promise<void>>('platform.blob-claims')

/**
 * Belongs in every transaction that writes the address of a blob into a row. Nothing is to be done when the row
 * releases it.
 * @throws HttpError 503 when the blob was cleared away between its upload and now; the client uploads again
 */
export async function claimBlob(tx: WriteTransaction, app: App, sha256: string): Promise<void> {
  for (const claim of app.extensions.all(blobClaims)) await claim(tx, app, sha256)
}
