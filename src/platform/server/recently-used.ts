import { LRUCache } from 'lru-cache'

/**
 * A memory of the `most` entries that were used last. It grows with what it holds, whereas `LRUCache` with its own
 * `max` takes the room for all of them at once: about 1 MB for 50,000.
 * @param ttl milliseconds after which an entry is forgotten, by the clock `perf` (else that of the process)
 */
export function recentlyUsed<K extends {}, V extends {}>(
  most: number,
  { ttl, perf }: { ttl?: number; perf?: { now: () => number } } = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1, ...(ttl && { ttl }), ...(perf && { perf }) })
}
