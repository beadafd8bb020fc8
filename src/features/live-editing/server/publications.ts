import type { Context } from '#platform/server/context.ts'
import { dropEdit, insertVersionAuthors, type ContentWriter } from '#features/content-core/server/write.ts'
import { removeAuthors, setBase } from './store.ts'

/** Publications of shared documents, by their context: the number of the last update that the version has. */
const publications = new WeakMap<Context, number>()

/** A context by which a version is published that contains a shared document up to an update. */
export function publicationOf(ctx: Context, seq: number): Context {
  const publication = { ...ctx }
  publications.set(publication, seq)
  return publication
}

/** Notes in the transaction of a version that it was made of the shared document, and by whom. */
export const publicationWriter: ContentWriter = {
  async stored(tx, ctx, row) {
    const seq = publications.get(ctx)
    if (seq === undefined) return
    await setBase(tx, row.id, row.version)
    const authors = await removeAuthors(tx, row.id, seq)
    for (const accountId of authors) await dropEdit(tx, row.id, accountId)
    const others = authors.filter(accountId => accountId !== ctx.viewer.userId)
    await insertVersionAuthors(tx, { contentId: row.id, number: row.version }, others)
  },
}
