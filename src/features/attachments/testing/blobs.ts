import type { TestWiki } from '#platform/server/testing/harness.ts'
import { collectBlobs, DOOM_MS, GRACE_MS } from '../server/collect-blobs.ts'

/** Addresses of the blobs that are left when the collector has run long after, twice as it takes to remove any. */
export async function blobsLeft({ app }: TestWiki): Promise<string[]> {
  const later = Date.now() + GRACE_MS + 1000
  await collectBlobs(app, later)
  await collectBlobs(app, later + DOOM_MS)
  const left: string[] = []
  for await (const { sha256 } of app.blobs.list()) left.push(sha256)
  return left.toSorted()
}
