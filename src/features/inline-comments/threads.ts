/** State that decides whether a thread is shown. */
interface ThreadState {
  id: string
  resolved: boolean
  dangling: boolean
  deleted?: boolean
}

/** Threads that a page shows: those that are open, have their text and are not deleted, and the active one. */
export function shownThreads<T extends ThreadState>(threads: readonly T[], activeId?: string): T[] {
  return threads.filter(
    ({ id, resolved, dangling, deleted = false }) => id === activeId || !(resolved || dangling || deleted),
  )
}

/** The thread after (1) or before (-1) another, around the ends; undefined with fewer than two. */
export function neighbour<T extends { id: string }>(
  threads: readonly T[],
  id: string | undefined,
  step: 1 | -1,
): T | undefined {
  if (threads.length < 2) return undefined
  const at = threads.findIndex(thread => thread.id === id)
  return threads[(at + step + threads.length) % threads.length]
}
