import { createHash } from 'node:crypto'

/**
 * The ids by which Jira's remote links name a page: with the id of the wiki, and with the one that Jira makes of its
 * address where it could not ask for that, a UUID of version 3 without a namespace.
 */
export function globalIdsOf(wiki: { id: string; baseUrl: string }, pageId: number): string[] {
  return [uuidOf(wiki.baseUrl), wiki.id].map(appId => `appId=${appId}&pageId=${pageId}`)
}

/** Java's `UUID.nameUUIDFromBytes`. */
function uuidOf(name: string): string {
  const bytes = createHash('md5').update(name).digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x30
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
