import { documentFacts, parse, rewriteReferences, serialise, type Reference } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { textsWithin } from '../store/texts.ts'
import { replaceStorage } from '../writer.ts'
import { dropRender } from '../writer/renders.ts'
import { storeLinks } from './links.ts'
import { rewriteLinks } from './rewrite-job.ts'
import { meantTitleKey } from '../titles.ts'

interface Place {
  readonly id: number
  readonly key: string
}

export interface Moved {
  readonly id: number
  readonly title: string
  readonly title_key: string
}

/** Texts read at once. */
const BATCH = 200

/**
 * Keeps links leading where they led when pages have moved to another space. A link without a space key means the space
 * it is in: those of the moved texts to pages that stayed get the key of the old space, and those of pages that
 * stayed to moved ones the key of the new.
 * @param moved all pages that moved, at their new place already; the first is the one that was asked for, whose own
 *   incoming links the caller rewrites
 * @param given id of a page whose text was sent along with the move and means the new space already
 */
export async function relinkMoved(
  tx: WriteTransaction,
  ctx: { app: Pick<App, 'jobs'>; viewer: { userId: number | null } },
  moved: readonly Moved[],
  from: Place,
  to: Place,
  given?: number,
): Promise<void> {
  const ids = moved.map(page => page.id)
  const movedKeys = new Set(moved.map(page => page.title_key))
  for (let after = 0; ;) {
    const texts = await textsWithin(tx, ids, after, BATCH)
    for (const text of texts) await relink(tx, text, movedKeys, from, to, text.id === given)
    const last = texts.at(-1)
    if (!last) break
    after = last.id
  }
  for (const { id, title } of moved.slice(1)) {
    const place = (space: Place) => ({ spaceId: space.id, spaceKey: space.key, title })
    await rewriteLinks(tx, ctx.app, ctx.viewer.userId, { pageId: id, type: 'page', from: place(from), to: place(to) })
  }
}

async function relink(
  tx: WriteTransaction,
  text: { id: number; version: number; storage: string },
  moved: ReadonlySet<string>,
  from: Place,
  to: Place,
  given: boolean,
): Promise<void> {
  const before = parse(text.storage)
  const doc = given ? before : rewriteReferences(before, reference => changeOf(reference, moved, from.key)).doc
  if (doc !== before) await replaceStorage(tx, text, serialise(doc))
  await dropRender(tx, text.id)
  await storeLinks(tx, { id: text.id, spaceId: to.id, spaceKey: to.key }, documentFacts(doc))
}

function changeOf(reference: Reference, moved: ReadonlySet<string>, oldKey: string) {
  const stayed = (target: { kind: string; title: string; spaceKey?: string | undefined }) =>
    target.spaceKey === undefined && (target.kind === 'blog-post' || !moved.has(meantTitleKey(target.title)))
  if (reference.kind === 'attachment') {
    const { container } = reference
    if (!container || container.kind === 'content-entity' || !stayed(container)) return undefined
    return { container: { ...container, spaceKey: oldKey } }
  }
  if (reference.kind !== 'page' && reference.kind !== 'blog-post') return undefined
  return stayed(reference) ? { spaceKey: oldKey } : undefined
}
