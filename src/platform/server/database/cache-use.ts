/** How often a cache could answer, for the metrics. */
export class CacheUse {
  hits = 0
  misses = 0

  /** Counts a lookup. */
  count(isHit: boolean): void {
    if (isHit) this.hits++
    else this.misses++
  }
}
