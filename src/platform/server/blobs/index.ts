import type { BlobStore } from '../blobs.ts'
import type { Config } from '../config.ts'
import { openFileStore } from './files.ts'

/**
 * Opens the store of attachment bytes. Everything above sees a {@link BlobStore} alone, so that a store on another
 * machine is one more file beside `files.ts` and one more line here.
 */
export async function createBlobStore(config: Pick<Config, 'home'>): Promise<BlobStore> {
  return openFileStore(config.home)
}
