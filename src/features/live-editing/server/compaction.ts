import * as Y from 'yjs'
import type { App } from '#platform/server/app.ts'
import { documentFrom } from './live-document.ts'
import { replaceState, stateOf, updatesAfter } from './store.ts'

/** Updates after which a snapshot takes their place while the document is open. */
const EVERY = 300
/** Fewer updates are left as they are when the document is put away. */
const FEWEST = 20

/** The number of the update at which a snapshot is due, after the last one at `seq`. */
export const nextSnapshot = (seq: number): number => seq + EVERY

/** Puts a snapshot in place of the updates of a document. Processes that need them read the snapshot instead. */
export async function compact(app: App, contentId: number): Promise<void> {
  const { read } = app.database
  const snapshot = await stateOf(read, contentId)
  if (!snapshot) return
  const updates = await updatesAfter(read, contentId, snapshot.state_seq)
  const seq = updates.at(-1)?.seq
  if (seq === undefined || updates.length < FEWEST || seq - snapshot.state_seq !== updates.length) return
  const state = Y.encodeStateAsUpdate(documentFrom(snapshot, updates))
  const { incarnation, state_seq: after } = snapshot
  const before = updates.reduce((sum, { data }) => sum + data.length, snapshot.state.length)
  await app.database.transaction(
    tx => replaceState(tx, contentId, { incarnation, after, state, seq, saved: before - state.length }),
    // The same document before and after.
    { invalidates: false, durable: false },
  )
}
