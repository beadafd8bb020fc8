import { settle } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { loginPath } from '#platform/login-path.ts'
import { forbidden } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { BodyOf, QueryOf } from '#platform/contract.ts'
import { findContent } from '#features/content-core/server/read.ts'
import { SEARCH_PATH } from '#features/search/address-shared.ts'
import { quotedCql } from '#features/search/cql-shared.ts'
import { findSpace, spacesById, type Space } from '#features/spaces/server/index.ts'
import { naturalChildren, pageTreeSearch } from '../contract.ts'
import { excerptsOf } from './excerpts.ts'
import { childList } from './markup.ts'
import { loadTree, readOrder } from './tree.ts'

/** The calls of page trees: the pages below a page, and the search below one. */
export function pageTreeRoutes({ http }: App): void {
  http.handleCached(naturalChildren, async ({ ctx, query, url }) => {
    // Trees tell a session that has ended from a page without children by what they get instead of the list.
    if (isSignedOut(ctx)) return Answer.redirect(loginPath(url))
    return Answer.html(await childrenHtml(ctx, query))
  })
  http.handle(pageTreeSearch, ({ ctx, body }) => {
    const path = searchPath(body)
    return Answer.redirect(isSignedOut(ctx) ? loginPath(path) : path)
  })
}

function isSignedOut({ viewer }: Context): boolean {
  return !viewer.mayUse && viewer.userId === null
}

async function childrenHtml(ctx: Context, query: QueryOf<typeof naturalChildren>): Promise<string> {
  const { space, parentId } = await rootOf(ctx, query)
  const order = readOrder(query.sort, query.reverse)
  const tree = await loadTree(ctx, {
    space,
    parentId,
    levels: Math.max(1, query.startDepth),
    open: new Set(query.ancestors.map(String)),
    order,
    start: query.start,
  })
  return settle(
    childList(tree, parentId === null ? null : String(parentId), {
      reader: readerOf(ctx),
      treeId: /^[\w-]{1,40}$/.test(query.treeId) ? query.treeId : '0',
      rootId: String(space.home_page_id ?? 0),
      currentId: String(query.treePageId ?? ''),
      order,
      excerpts: query.excerpt ? await excerptsOf(ctx, tree) : undefined,
      spaceKey: space.key,
      url: path => path,
    }),
  )
}

/**
 * Which pages are asked for: those below a page, or at the top of a space; of nothing but the page that is read, those
 * of its space.
 * @throws HttpError 403 for what does not exist or may not be seen: the two are indistinguishable
 */
async function rootOf(
  ctx: Context,
  { hasRoot, pageId, spaceKey, treePageId }: QueryOf<typeof naturalChildren>,
): Promise<{ space: Space; parentId: number | null }> {
  const isOrphan = hasRoot.toLowerCase() === 'false'
  if (spaceKey !== '' && (isOrphan || pageId === undefined)) {
    const space = await findSpace(ctx, spaceKey)
    if (space) return { space, parentId: null }
    throw forbidden()
  }
  const page = await findContent(ctx, pageId ?? treePageId ?? 0)
  const space = page && (await spacesById(ctx.app, [page.space_id])).get(page.space_id)
  if (!page || !space) throw forbidden()
  return { space, parentId: isOrphan || pageId === undefined ? null : page.id }
}

/** The search below a page, or in a space; without words, the search of the space. */
function searchPath({ ancestorId, spaceKey, queryString }: BodyOf<typeof pageTreeSearch>): string {
  const words = queryString.trim()
  if (words === '') return `${SEARCH_PATH}?${new URLSearchParams({ where: spaceKey })}`
  const conditions = [
    `siteSearch ~ ${quotedCql(words)}`,
    ...(/^[1-9]\d{0,14}$/.test(ancestorId) ? [`ancestor = ${ancestorId}`] : []),
    ...(spaceKey === '' ? [] : [`space = ${quotedCql(spaceKey)}`]),
  ]
  return `${SEARCH_PATH}?${new URLSearchParams({ cql: conditions.join(' and ') })}`
}
