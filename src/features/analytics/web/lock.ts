/** Part of the browser's storage that the queue uses. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'oxbow-analytics.lock'
/** Tries before the lock is given up, and ms between them. */
const MOST_TRIES = 20
const PAUSE_MS = 100
/** A tab that was closed holds the lock no longer. */
const HELD_MS = 30_000

/**
 * A lock that the tabs of a browser share by its storage. Storage cannot compare and set: a tab that wrote last and
 * still reads its own name after a pause has it.
 * @param owner name of the tab
 * @returns a function that releases it, or undefined when another tab holds it for all tries
 */
export async function acquireLock(store: Store, owner: string): Promise<(() => void) | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (isFree(store)) {
      store.setItem(KEY, JSON.stringify({ owner, until: Date.now() + HELD_MS }))
      await pause()
      if (held(store)?.owner === owner) {
        return () => releaseLock(store, owner)
      }
    } else await pause()
  }
  return undefined
}

/** Gives the lock back, if this tab has it or was about to: the next page need not wait until it is over. */
export function releaseLock(store: Store, owner: string): void {
  if (held(store)?.owner === owner) store.removeItem(KEY)
}

function isFree(store: Store): boolean {
  const lock = held(store)
  return lock === undefined || lock.until <= Date.now()
}

function held(store: Store): { owner: string; until: number } | undefined {
  try {
    const { owner, until } = JSON.parse(store.getItem(KEY) ?? '{}') as { owner?: unknown; until?: unknown }
    return typeof owner === 'string' && typeof until === 'number' ? { owner, until } : undefined
  } catch {
    return undefined
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, PAUSE_MS))
}
