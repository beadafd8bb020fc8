/** The shared documents of this process, with Yjs: loaded when the first editor connects. */
import type { IncomingMessage } from 'node:http'
import type { App } from '#platform/server/app.ts'
import type { TakeOver } from '#platform/server/http/web-sockets.ts'
import { noContent } from '#platform/server/http/errors.ts'
import { textOf, type PageText } from './document/text.ts'
import { liveDocuments } from './documents.ts'
import { readStored } from './live-document.ts'
import { liveSockets } from './sockets.ts'
import { liveWatch } from './watch.ts'

export { discardDocument, discardFile, publishDocument } from './publishing.ts'
export { readStored } from './live-document.ts'

/** Begins to follow the event log, before a document is opened. */
export function start(app: App): void {
  liveWatch(app)
}

/** Accepts the WebSocket of an editor. @throws HttpError 401, 403 */
export const accept = (app: App, request: IncomingMessage): Promise<TakeOver> => liveSockets(app).accept(request)

/** Brings the drafts of a document's authors up to date. */
export const keepDrafts = (app: App, contentId: number): Promise<void> => liveDocuments(app).keepDrafts(contentId)

/** Reads here, and at other processes, what was stored beside the open document. */
export const changedBeside = (app: App, contentId: number): Promise<void> => liveDocuments(app).changedBeside(contentId)

/** The text of a draft as it is. @throws HttpError 404 */
export async function textNow(app: App, contentId: number): Promise<PageText> {
  const found = await readStored(app, contentId)
  if (!found) throw noContent(contentId)
  return textOf(found.doc)
}

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
