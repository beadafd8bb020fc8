import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import type { UnsavedCopy } from '../protocol.ts'

/** Maximum age and number of abandoned copies. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000
const MOST_COPIES = 30

/** Storage of unsaved diagrams on this device, separate for each user of a shared machine. */
export interface UnsavedCopies {
  read(): Promise<UnsavedCopy | undefined>
  write(copy: UnsavedCopy): Promise<void>
  forget(): Promise<void>
}

let store: UseStore | undefined

function ownStore(): UseStore {
  return (store ??= createStore('oxbow-diagrams', 'unsaved'))
}

/** Storage of one diagram; a new one without a name is identified by its page. */
export function unsavedCopies({
  userKey,
  pageId,
  name,
}: {
  userKey: string
  pageId: string
  name: string
}): UnsavedCopies {
  const key = `${userKey} ${pageId} ${name}`
  return {
    read: () => get<UnsavedCopy>(key, ownStore()),
    async write(copy) {
      await set(key, copy, ownStore())
    },
    forget: () => del(key, ownStore()),
  }
}

/** Removes old copies. */
export async function removeOldCopies(now: number): Promise<void> {
  const all = await entries<string, UnsavedCopy>(ownStore())
  const byAge = all.toSorted(([, a], [, b]) => b.at - a.at)
  const old = byAge.filter(([, { at }], index) => index >= MOST_COPIES || now - at > MAX_AGE_MS)
  for (const [key] of old) await del(key, ownStore())
}
