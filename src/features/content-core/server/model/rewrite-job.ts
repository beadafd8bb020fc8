import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { existingSpace } from '#features/spaces/server/index.ts'
import { lockContent } from '../store.ts'
import { addFormerTitles } from '../writer/former-titles.ts'
import { rewriteLinksTo, type Rename } from './links.ts'
import { titleKey } from '../titles.ts'

/** Kind of the job that rewrites the links that the change itself left. */
export const REWRITE_JOB = 'content.rewrite-links'
/** Linking pages rewritten in the transaction of the change; the rest follows in the background. */
export const INLINE_REWRITES = 200
const BATCH = 200

/**
 * Lets the pages that link to a renamed or moved page link to it as it is now: the first in this transaction, so that
 * who follows a link just now arrives, the rest by a job that exists when the transaction commits. Records the former
 * title, which leads to the page from links elsewhere.
 */
export async function rewriteLinks(
  tx: WriteTransaction,
  app: Pick<App, 'jobs'>,
  actorId: number | null,
  rename: Rename,
): Promise<void> {
  const { pageId, from } = rename
  await addFormerTitles(tx, [{ content_id: pageId, space_id: from.spaceId, title_key: titleKey(from.title) }])
  const rewritten = await rewriteLinksTo(tx, rename, INLINE_REWRITES)
  if (rewritten.length < INLINE_REWRITES) return
  await app.jobs.enqueue(
    {
      kind: REWRITE_JOB,
      title: 'Rewriting links to {{title}}',
      values: { title: rename.to.title },
      ownerId: actorId,
      input: { ...rename, after: rewritten.at(-1) },
    },
    tx,
  )
}

/**
 * The work of {@link REWRITE_JOB}. A rewritten text links to the old title no more, so repeating it changes nothing.
 */
export async function runRewriteLinks({ app, input, signal }: JobRun): Promise<void> {
  const { after: begin, ...rename } = input as unknown as Rename & { after?: number }
  for (let after = begin ?? 0; ;) {
    signal.throwIfAborted()
    const last = await app.database.transaction(async tx => {
      const to = await placeNow(tx, rename)
      const rewritten = await rewriteLinksTo(tx, { ...rename, to }, BATCH, after)
      return rewritten.length < BATCH ? undefined : rewritten.at(-1)
    })
    if (last === undefined) return
    after = last
  }
}

/** The page's current place: it may have been renamed again since the job was queued. Held until this batch is done. */
async function placeNow(tx: WriteTransaction, { pageId, to }: Rename): Promise<Rename['to']> {
  const page = await lockContent(tx, pageId)
  if (!page) return to
  const space = await existingSpace(tx.db, page.space_id)
  return { spaceId: page.space_id, spaceKey: space.key, title: page.title }
}
