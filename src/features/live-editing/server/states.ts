/** History of unpublished drafts: the texts that shared documents have had, each the last of some minutes. */
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { pageOf, renderStorage } from '#features/content-core/server/render.ts'
import { compareTask } from '#features/content/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { DraftState, DraftStateText } from '../contract.ts'
import type { PageText } from './document/text.ts'
import {
  deleteStates,
  insertState,
  replaceStateText,
  stateHeads,
  statesBefore,
  stateWithId,
  type StateHead,
} from './state-store.ts'

/** Changes within this time are one state, in milliseconds. */
const WINDOW_MS = 5 * 60_000
/** Time for which states are kept. */
const KEEP_MS = 30 * 24 * 3_600_000
/** States and bytes that one draft has at most; the oldest go first. */
const MOST_STATES = 300
const MOST_BYTES = 32 * 1024 * 1024
/** A text that loses this share, and so many bytes, begins a state, so that what was deleted can be restored. */
const SHARE_LOST = 0.2
const BYTES_LOST = 200
const BATCH = 200

/** Stores the text of a draft in its history. @param authors accounts that changed it since it was last stored */
export async function storeState(
  tx: WriteTransaction,
  contentId: number,
  { title, storage, at, authors }: PageText & { at: number; authors: readonly number[] },
): Promise<void> {
  const heads = await stateHeads(tx.db, contentId)
  const [last] = heads
  const size = Buffer.byteLength(title) + Buffer.byteLength(storage)
  const text = { at, title, storage, size }
  // Changes by the server alone, such as discarding a draft, end a state too.
  const goesOn = authors.length > 0 && last !== undefined && at - last.started_at < WINDOW_MS
  if (goesOn && !losesMuch(last.size, size)) {
    const all = new Set([...authorsOfState(last), ...authors])
    await replaceStateText(tx, last.id, { ...text, authors: JSON.stringify([...all]) })
    return
  }
  await insertState(tx, { ...text, content_id: contentId, started_at: at, authors: JSON.stringify(authors) })
  await deleteStates(tx, surplus(heads, size))
}

const losesMuch = (before: number, after: number): boolean =>
  before - after > BYTES_LOST && before - after > before * SHARE_LOST

/** The oldest states that have no room beside a new one. @param heads newest first */
function surplus(heads: readonly StateHead[], size: number): number[] {
  let bytes = size
  return heads.flatMap(({ id, size: own }, index) => {
    bytes += own
    return index >= MOST_STATES - 1 || bytes > MOST_BYTES ? [id] : []
  })
}

const authorsOfState = ({ authors }: Pick<StateHead, 'authors'>): number[] => JSON.parse(authors) as number[]

/** States of the draft of a page, newest first, with their authors. */
export async function draftStates({ app }: Context, contentId: number): Promise<DraftState[]> {
  const heads = await stateHeads(app.database.read, contentId)
  const people = await accountsById(app, heads.flatMap(authorsOfState))
  return heads.map(head => ({
    id: String(head.id),
    at: isoTime(head.at),
    authors: authorsOfState(head)
      .flatMap(id => people.get(id) ?? [])
      .map(account => ({
        userKey: account.user_key,
        username: account.username,
        name: account.display_name,
        picture: pictureUrl(account),
      })),
  }))
}

/**
 * A state of the draft of a page, and what has changed since.
 * @param now the draft as it is
 * @throws HttpError 404
 */
export async function draftState(ctx: Context, row: ContentRow, id: number, now: PageText): Promise<DraftStateText> {
  const state = await stateWithId(ctx.app.database.read, row.id, id)
  if (!state) throw notFound('This state of the draft is no longer kept')
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  const render = async ({ title, storage }: PageText) =>
    (await renderStorage(ctx, storage, { ...pageOf(row, space?.key ?? ''), title }, 'view', row.space_id)).html
  const sides = { before: await render(now), after: await render(state) }
  const { inline, complete } = await ctx.app.workers.run(compareTask, sides, sides.before.length + sides.after.length)
  const { title, storage } = state
  return { title, storage, html: inline, isCompared: complete }
}

/** Removes states that are too old. */
export async function removeOldStates(app: App): Promise<void> {
  for (;;) {
    const ids = await statesBefore(app.database.read, Date.now() - KEEP_MS, BATCH)
    await app.database.transaction(tx => deleteStates(tx, ids), { invalidates: false })
    if (ids.length < BATCH) return
  }
}
