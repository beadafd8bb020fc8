import { createElement as h } from 'react'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Markup } from '#platform/server/http/markup.ts'
import { readerOf, renderStatic } from '#platform/server/http/view.ts'
import { directoryPage } from '#features/spaces/server/index.ts'
import { SpacesMenuView } from '../view/SpacesMenuView.tsx'

/** Spaces of one kind in the menu; the directory has them all. */
const MOST_IN_MENU = 10

/** The content of the menu of spaces for the viewer. */
export async function spacesMenuMarkup(ctx: Context, request: FastifyRequest): Promise<Markup> {
  const page = { query: '', start: 0, limit: MOST_IN_MENU }
  const [starred, team] = await Promise.all([
    directoryPage(ctx, request, { ...page, favourite: true, status: 'any' }),
    directoryPage(ctx, request, { ...page, type: 'global', status: 'current' }),
  ])
  return renderStatic(
    h(SpacesMenuView, {
      reader: readerOf(ctx),
      starred: starred.results,
      team: team.results.filter(space => !space.favourite),
      canCreate: team.permissions.createSpace,
    }),
  )
}
