/** The shared documents of this process, with Yjs: loaded when the first editor connects. */
import type { App } from '#platform/server/app.ts'
import { liveDocuments } from './documents.ts'
import { liveSockets, type LiveSockets } from './sockets.ts'
import { liveWatch } from './watch.ts'

export { discardDocument, publishDocument } from './publishing.ts'

/** Makes what serves editors, at the first call. */
export function start(app: App): LiveSockets {
  liveWatch(app)
  return liveSockets(app)
}

/** Brings the drafts of a document's authors up to date. */
export const keepDrafts = (app: App, contentId: number): Promise<void> => liveDocuments(app).keepDrafts(contentId)

/** Resolves when nothing is left to do. */
export async function idle(app: App): Promise<void> {
  await liveDocuments(app).idle()
  await liveWatch(app).settled()
}

/** Ends the connections and what follows the event log. */
export async function stop(app: App): Promise<void> {
  await liveSockets(app).stop()
  await liveWatch(app).stop()
}
