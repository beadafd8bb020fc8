import type { App } from '#platform/server/app.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { requireAdministeredSpace, requireSpace, spacesById } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { advancedLinks } from './advanced.ts'
import { blogLevel } from './blog-tree.ts'
import { childPagesOf } from './child-pages.ts'
import { listCollectionOf } from './collection.ts'
import { addQuickLink, mainLinks, moveLinkTo, quickLinks, removeQuickLink, setHidden, type LinkPlace } from './links.ts'
import { spacesMenuMarkup } from './spaces-menu.ts'
import { changeCustomContent, changeOption, customHtml, optionsOf } from './options.ts'

/** The calls of the sidebar. Readers of a space read them; who administers it changes. */
export function sidebarRoutes({ http }: App): void {
  http.handle(contract.listMainLinks, async ({ ctx, query }) => {
    const space = query.includeHidden
      ? await requireAdministeredSpace(ctx, query.spaceKey)
      : await requireSpace(ctx, query.spaceKey)
    return mainLinks(ctx, space, query.includeHidden)
  })
  http.handle(contract.listQuickLinks, async ({ ctx, query }) =>
    quickLinks(ctx, await requireSpace(ctx, query.spaceKey)),
  )
  http.handle(contract.listAdvancedLinks, async ({ ctx, query }) =>
    advancedLinks(ctx, await requireSpace(ctx, query.spaceKey)),
  )
  http.handle(contract.spacesMenu, async ({ ctx, request }) => {
    requireUse(ctx)
    return { template: (await spacesMenuMarkup(ctx, request)).text }
  })

  http.handle(contract.addLink, async ({ ctx, body }) =>
    addQuickLink(ctx, await requireAdministeredSpace(ctx, body.spaceKey), body),
  )
  http.handle(contract.moveLink, async ({ ctx, params, body }) =>
    moveLinkTo(ctx, await requireAdministeredSpace(ctx, body.spaceKey), linkId(params.id), placeIn(body)),
  )
  http.handle(contract.hideLink, async ({ ctx, params, body }) =>
    setHidden(ctx, await requireAdministeredSpace(ctx, body.spaceKey), linkId(params.id), true),
  )
  http.handle(contract.showLink, async ({ ctx, params, body }) =>
    setHidden(ctx, await requireAdministeredSpace(ctx, body.spaceKey), linkId(params.id), false),
  )
  http.handle(contract.removeLink, async ({ ctx, params, query, body }) => {
    const key = query.spaceKey ?? body?.spaceKey
    if (key === undefined)
      throw badRequest('is required, in the query or the body', {
        field: 'spaceKey',
        forPrograms: true,
      })
    await removeQuickLink(ctx, await requireAdministeredSpace(ctx, key), linkId(params.id))
  })
  http.handle(contract.setOption, async ({ ctx, body }) =>
    changeOption(ctx, await requireAdministeredSpace(ctx, body.spaceKey), body.option, body.value),
  )

  http.handleCached(contract.getChildPages, async ({ ctx, query }) => {
    const page = await requireContent(ctx, query.pageId)
    const space = (await spacesById(ctx.app, [page.space_id])).get(page.space_id)
    if (page.type !== 'page' || !space) throw noContent(query.pageId)
    return childPagesOf(ctx, space, page)
  })
  http.handleCached(contract.blogSubtree, async ({ ctx, query }) =>
    blogLevel(ctx, await requireSpace(ctx, query.spaceKey), query),
  )
  http.handleCached(contract.listCollection, async ({ ctx, params, query }) =>
    listCollectionOf(ctx, await requireSpace(ctx, params.key), query.of, query.cursor),
  )

  http.handle(contract.getCustomContent, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    const { customContent } = await optionsOf(ctx, space)
    return { storage: customContent, html: await customHtml(ctx, space, customContent) }
  })
  http.handle(contract.setCustomContent, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    await changeCustomContent(ctx, space, body.storage)
    const { customContent } = await optionsOf(ctx, space)
    return { storage: customContent, html: await customHtml(ctx, space, customContent) }
  })
}

function linkId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badRequest('The id of a link is a number', { forPrograms: true })
  return Number(text)
}

function placeIn(body: { position?: string | null | undefined; after?: string | null | undefined }): LinkPlace {
  if (body.after) return { after: body.after }
  if (body.position?.toLowerCase() === 'first') return { first: true }
  throw badRequest('Either position "First", or after with the address of another link', { forPrograms: true })
}
