import type { BodyOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Answer } from '#platform/server/http/http.ts'
import { readerOf as readerFor } from '#platform/server/http/view.ts'
import { requireTarget } from '#features/attachments/server/index.ts'
import { authorise } from '#features/content-core/server/policies.ts'
import type { restoreDiagram } from '../versions-contract.ts'
import { copiedFiles } from './copy.ts'
import { requireDiagram } from './files.ts'
import { attachNext, overtaken, type SavedDiagram } from './save.ts'

/**
 * Makes an older version of a diagram the newest one: a new version with its bytes and its pictures, in one change. All
 * versions before stay, so that restoring the one that was the newest undoes it.
 * @returns what was stored, or the answer 409 with who saved another version meanwhile, and when
 * @throws HttpError 400 for the newest version itself, 403, 404
 */
export async function restore(ctx: Context, input: BodyOf<typeof restoreDiagram>): Promise<SavedDiagram | Answer> {
  const page = await requireTarget(ctx, input.pageId)
  const source = await requireDiagram(ctx, page.id, input.name, input.version)
  const { attachment, file } = source
  await authorise(ctx, attachment, 'update')
  if (attachment.version !== input.latest) return overtaken(ctx, attachment)
  if (file.number === attachment.version)
    throw badRequest('Version {{version}} is the newest already', {
      field: 'version',
      values: { version: file.number },
    })
  const comment = readerFor(ctx).t('Restored version {{version}}', { version: file.number })
  const files = await copiedFiles(ctx, source, attachment.title, comment)
  return attachNext(ctx, page.id, { name: attachment.title, version: input.latest }, files)
}
