import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { SpaceEntry } from '#features/spaces/contract.ts'
import { CREATE_SPACE_PATH, SPACE_ICON_PATH } from '#features/spaces/shared.ts'
import { directoryPage } from '#features/spaces/server/index.ts'

/** Spaces of one kind in the menu; the directory has them all. */
const MOST_IN_MENU = 10

/** The spaces that the viewer starred, others of teams, and the way to a new one. */
export async function spacesMenuMarkup(ctx: Context, request: FastifyRequest): Promise<Markup> {
  const page = { query: '', start: 0, limit: MOST_IN_MENU }
  const [starred, team] = await Promise.all([
    directoryPage(ctx, request, { ...page, favourite: true, status: 'any' }),
    directoryPage(ctx, request, { ...page, type: 'global', status: 'current' }),
  ])
  return html`${section(ctx, 'Starred spaces', starred.results)}${section(
    ctx,
    'Team spaces',
    team.results.filter(space => !space.favourite),
  )}${
    team.permissions.createSpace &&
    html`<a id="create-space-header" class="ox-panel-item" href="${CREATE_SPACE_PATH}">${readerOf(ctx).t('Create space')}</a>`
  }`
}

function section(ctx: Context, title: string, spaces: readonly SpaceEntry[]): Markup | '' {
  if (spaces.length === 0) return ''
  return html`<h2 class="ox-panel-heading">${readerOf(ctx).t(title)}</h2><ul class="ox-panel-list">${spaces.map(
    space => {
      const icon = (space['icon'] as { path?: string } | undefined)?.path ?? SPACE_ICON_PATH
      return html`<li><a class="ox-panel-item" href="${space._links.webui}"><img class="ox-space-icon" src="${icon}" alt="" width="20" height="20"><span>${space.name}</span></a></li>`
    },
  )}</ul>`
}
