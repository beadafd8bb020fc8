import type { RenderMode } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { unrecorded } from '#platform/server/database/index.ts'
import { storageAt, storageOfRows, type ContentRow } from '../store.ts'
import { pageOf, renderStorage } from './render.ts'
import { RenderQueue } from './store-ahead.ts'
import { stateOf, storedHtml, storedHtmlOf, type StoredHtml } from './stored.ts'

/** HTML of the current version, stored or rendered now. */
export async function renderCurrent(
  ctx: Context,
  row: ContentRow,
  spaceKey: string,
  mode: RenderMode,
): Promise<string> {
  return htmlOf(ctx, row, spaceKey, mode, { stored: await storedHtml(ctx, row, mode) })
}

/** Contents of which the stored HTML and the texts are in memory at a time. */
const AT_ONCE = 100

/**
 * {@link renderCurrent} of many contents, by their ids. Their stored HTML, and the texts of the others, are read in one
 * query each for {@link AT_ONCE} of them; the other pages that a text shows are read for each.
 * @param keyOf keys of their spaces, by id
 */
export async function renderAllCurrent(
  ctx: Context,
  rows: readonly ContentRow[],
  keyOf: ReadonlyMap<number, string>,
  mode: RenderMode,
): Promise<Map<number, string>> {
  const all = new Map<number, string>()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const stored = await storedHtmlOf(ctx, part, mode)
    const texts = await storageOfRows(
      ctx.app,
      part.filter(row => !stored.has(row.id)),
    )
    for (const row of part) {
      const read = { stored: stored.get(row.id), storage: texts.get(row.id) }
      all.set(row.id, await htmlOf(ctx, row, keyOf.get(row.space_id) ?? '', mode, read))
    }
  }
  return all
}

/** Data of a content that were read beforehand. */
interface AtHand {
  stored: StoredHtml | undefined
  storage?: string | undefined
}

async function htmlOf(
  ctx: Context,
  row: ContentRow,
  spaceKey: string,
  mode: RenderMode,
  { stored, ...read }: AtHand,
): Promise<string> {
  const state = stored ? await stateOf(ctx, row, stored) : 'stale'
  if (stored && state === 'good') return stored.html
  const storage = read.storage ?? (await storageAt(ctx.app, row.id, row.version))
  const { html, validity } = await renderStorage(ctx, storage, pageOf(row, spaceKey), mode, row.space_id)
  if (validity && state === 'stale' && row.status === 'current') {
    const { locale, viewer } = ctx
    unrecorded(() => renderQueue(ctx.app).add({ id: row.id, mode, locale, mayViewUsers: viewer.mayViewUsers }))
  }
  return html
}

/** The process's queue of contents to render ahead of their readers. */
export function renderQueue(app: App): RenderQueue {
  return app.own(createQueue)
}

const createQueue = (app: App): RenderQueue => new RenderQueue(app)
