import { LRUCache } from 'lru-cache'

/**
 * An LRU cache of `most` entries. It grows with its content, whereas `LRUCache` with its own
 * `max` takes the room for all of them at once: about 1 MB for 50,000.
 * @param ttl milliseconds after which an entry expires, by the clock `perf` (else that of the process)
 */
export function recentlyUsed<K extends {}, V extends {}>(
  most: number,
  { ttl, perf }: { ttl?: number; perf?: { now: () => number } } = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1, ...(ttl && { ttl }), ...(perf && { perf }) })
}
