import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { INVALIDATION, type WikiEvent } from '#platform/server/events/events.ts'
import type { Subscriber } from '#platform/server/events/subscribers.ts'
import { dropRendersShowingFilesOf } from '#features/attachments/server/index.ts'
import { contentById } from '#features/content-core/server/read.ts'
import { pagesOfFilesCommented } from './store.ts'
import { readLater } from './words.ts'

export const SUBSCRIBER = 'previews'

/** Events that bring a file, or other bytes of it. */
const FILE_EVENT = /^attachment\.(?:created|updated|restored)$/

/** Follows the event log: drops HTML with comment counts of embedded files, and indexes the words of new files. */
export function previewSubscriber(app: App): Subscriber {
  return {
    name: SUBSCRIBER,
    invalidates: () => false,
    async handle(events, tx) {
      const files = events.flatMap(({ kind, contentId }) =>
        FILE_EVENT.test(kind) && contentId !== null ? [contentId] : [],
      )
      if (files.length > 0) await readLater(app, tx, [...new Set(files)])
      if (await dropRendersShowingFiles(tx, commentsIn(events))) tx.append({ kind: INVALIDATION, actorId: null })
    },
  }
}

/** Comments that came or went. */
function commentsIn(events: readonly WikiEvent[]): number[] {
  return events.flatMap(({ kind, contentId }) =>
    kind.startsWith('comment.') && kind !== 'comment.updated' && contentId !== null ? [contentId] : [],
  )
}

/**
 * Drops stored HTML of all that may show files that these comments are about.
 * @returns whether any of them is about a file
 */
export async function dropRendersShowingFiles(tx: WriteTransaction, comments: readonly number[]): Promise<boolean> {
  if (comments.length === 0) return false
  const pages = await pagesOfFilesCommented(tx, [...new Set(comments)])
  for (const id of pages) {
    const page = await contentById(tx.db, id)
    if (page) await dropRendersShowingFilesOf(tx, page)
  }
  return pages.length > 0
}
