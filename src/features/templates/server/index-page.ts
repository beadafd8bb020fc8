import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { permissionsOn } from '#features/content-core/server/policies.ts'
import {
  contentById,
  findContent,
  findPageByTitle,
  titleKey,
  type ContentRow,
} from '#features/content-core/server/read.ts'
import { createPage } from '#features/content-core/server/write.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { indexText, type Blueprint } from './blueprints/index.ts'
import { indexPageId, recordIndexPage } from './store.ts'

/** Follows the creation of a blueprint's index page, after it is stored. */
export type IndexPageFollower = (ctx: Context, space: Space, page: ContentRow) => Promise<void>
export const indexPageFollowers = extensionPoint<IndexPageFollower>('templates.index-page-followers')

/**
 * The page that lists the pages from a blueprint in a space, and under which new ones go. The first page from the
 * blueprint makes it; {@link indexPageFollowers} follow. Undefined where the viewer may not see it or create pages below.
 */
export async function indexPageOf(ctx: Context, space: Space, blueprint: Blueprint): Promise<ContentRow | undefined> {
  const { read } = ctx.app.database
  const { t } = readerOf(ctx)
  const title = t(blueprint.indexTitle)
  const recorded = await indexPageId(read, space.id, blueprint.moduleCompleteKey)
  const known =
    (recorded === undefined ? undefined : await contentById(read, recorded)) ??
    (await findPageByTitle(read, space.id, titleKey(title)))
  if (known) {
    const seen = await findContent(ctx, known.id)
    return seen && (await permissionsOn(ctx, seen)).createChild ? seen : undefined
  }
  const home = space.home_page_id === null ? undefined : await findContent(ctx, space.home_page_id)
  const parentId = home && (await permissionsOn(ctx, home)).createChild ? home.id : null
  const body = { value: indexText(t, blueprint), representation: 'storage' }
  const page = await createPage(ctx, { type: 'page', status: 'current', space, parentId, title, body }, (tx, row) =>
    recordIndexPage(tx.db, { space_id: space.id, blueprint: blueprint.moduleCompleteKey, content_id: row.id }),
  )
  for (const follow of ctx.app.extensions.all(indexPageFollowers)) await follow(ctx, space, page)
  return page
}
