/**
 * Does a piece of work, unless a call for the same is under way already: then its result, or its failure, is shared.
 * @param running what is under way, by key; for the caller to own
 */
export function shareRunning<T>(running: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(key)
  if (before) return before
  const begun = work().finally(() => running.delete(key))
  running.set(key, begun)
  return begun
}
