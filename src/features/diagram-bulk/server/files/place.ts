import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { findPageByTitle, titleKey } from '#features/content-core/server/read.ts'
import { spaceRow, type Space } from '#features/spaces/server/index.ts'

/**
 * The page below which an import goes, by its id or title; by default the home page of the space.
 * @returns its id; null for the top of a space without a home page
 * @throws HttpError 400 when the space has no such page, 403 when nothing may be created below it
 */
export async function pageForImport(ctx: Context, space: Space, given: string | undefined): Promise<number | null> {
  const { read } = ctx.app.database
  if (given === undefined) return (await spaceRow(read, space.id))?.home_page_id ?? null
  const titled = await findPageByTitle(read, space.id, titleKey(given))
  const id = titled?.id ?? (/^\d{1,15}$/.test(given) ? Number(given) : undefined)
  const page = id === undefined ? undefined : await requireContent(ctx, id)
  if (page?.type !== 'page' || page.status !== 'current' || page.space_id !== space.id)
    throw badRequest('The space {{key}} has no page “{{page}}”: give the title or the id of one', {
      values: { key: space.key, page: given },
      forPrograms: true,
    })
  await authorise(ctx, page, 'createChild')
  return page.id
}
