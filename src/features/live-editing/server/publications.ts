import type { Context } from '#platform/server/context.ts'
import { dropEdit, type ContentWriter } from '#features/content-core/server/write.ts'
import { removeAuthors, setBase } from './store.ts'

/** Publications of shared documents, by their context: the number of the last update that the version has. */
const publications = new WeakMap<Context, number>()

/** A context by which a version is published that contains a shared document up to an update. */
export function publicationOf(ctx: Context, seq: number): Context {
  const publication = { ...ctx }
  publications.set(publication, seq)
  return publication
}

/** Notes in the transaction of a version that it was made of the shared document. */
export const publicationWriter: ContentWriter = {
  async stored(tx, ctx, row) {
    const seq = publications.get(ctx)
    if (seq === undefined) return
    await setBase(tx, row.id, row.version)
    for (const accountId of await removeAuthors(tx, row.id, seq)) await dropEdit(tx, row.id, accountId)
  },
}
