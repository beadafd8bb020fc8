import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import type { KeptCopy } from '../protocol.ts'

/** Copies that nobody came back for are let go after this, and the oldest of more than so many. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000
const MOST_COPIES = 30

/** Where unsaved diagrams are kept on this device. Each user has their own, so that a shared machine tells nothing. */
export interface KeptCopies {
  read(): Promise<KeptCopy | undefined>
  write(copy: KeptCopy): Promise<void>
  forget(): Promise<void>
}

let store: UseStore | undefined

function ownStore(): UseStore {
  return (store ??= createStore('oxbow-diagrams', 'unsaved'))
}

/** The copy of one diagram; a new one that has no name yet is kept by its page alone. */
export function keptCopies({ userKey, pageId, name }: { userKey: string; pageId: string; name: string }): KeptCopies {
  const key = `${userKey} ${pageId} ${name}`
  return {
    read: () => get<KeptCopy>(key, ownStore()),
    async write(copy) {
      await set(key, copy, ownStore())
    },
    forget: () => del(key, ownStore()),
  }
}

/** Makes room: lets go of what is old. */
export async function tidyCopies(now: number): Promise<void> {
  const all = await entries<string, KeptCopy>(ownStore())
  const byAge = all.toSorted(([, a], [, b]) => b.at - a.at)
  const old = byAge.filter(([, { at }], index) => index >= MOST_COPIES || now - at > MAX_AGE_MS)
  for (const [key] of old) await del(key, ownStore())
}
