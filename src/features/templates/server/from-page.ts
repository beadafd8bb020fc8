import { absoluteReference, rewriteReferences, serialise, unmark } from '#language/index.ts'
import type { ResponseOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { documentOf, storageOf } from '#features/content-core/server/read.ts'
import { labelsOn } from '#features/labels/server/index.ts'
import { requireAdministeredSpace, spacesById } from '#features/spaces/server/index.ts'
import type { templateFromPage } from '../contract.ts'
import { MAX_TEMPLATE_NAME } from '../shared.ts'

/**
 * The text of a page, so that it says the same in other pages: its files stay those of the page, and comments on its
 * words are left out.
 * @throws HttpError 401, 403, 404
 */
export async function textFromPage(ctx: Context, id: number): Promise<ResponseOf<typeof templateFromPage>> {
  const row = await requireContent(ctx, id)
  if (row.type !== 'page' && row.type !== 'blogpost')
    throw notFound('There is no page with the id {{id}}', { values: { id }, forPrograms: true })
  const { key = '' } = (await spacesById(ctx.app, [row.space_id])).get(row.space_id) ?? {}
  const space = await requireAdministeredSpace(ctx, key)
  const storage = (await storageOf(ctx.app, [row])).get(row.id) ?? ''
  const place = { pageId: String(row.id), spaceKey: space.key }
  const { doc } = rewriteReferences(documentOf(storage), reference =>
    reference.kind === 'attachment' ? absoluteReference(reference, place) : undefined,
  )
  return {
    spaceKey: space.key,
    name: row.title.slice(0, MAX_TEMPLATE_NAME),
    labels: (await labelsOn(ctx, row.id)).flatMap(({ prefix, name }) => (prefix === 'global' ? name : [])),
    storage: serialise(unmark(doc)),
  }
}
