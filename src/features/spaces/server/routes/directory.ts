import type { FastifyRequest } from 'fastify'
import type { QueryOf, ResponseOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { isoTime } from '#platform/wire.ts'
import {
  accountsById,
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  hasGlobalPermission,
  personOf,
} from '#features/accounts/server/index.ts'
import { addFavourite, removeFavourite, spaceDetails, spaceDirectory, type SpaceEntry } from '../../contract.ts'
import { setFavourite } from '../favourites.ts'
import { favouritesAmong } from '../store/favourites.ts'
import { subjectsOf } from '../grants/wire.ts'
import { personalKey } from '../keys.ts'
import { countSpaces, spacesByName, type SpaceQuery } from '../store/lists.ts'
import { permissionsInSpaces, SPACE_PERMISSIONS, type SpacePermission } from '../permissions.ts'
import { isKeyTaken, requireSpace, type Space } from '../store.ts'
import { firstAdministrators } from '../store/permissions.ts'
import { spaceWires, type SpaceWire } from '../wire.ts'

/** Administrators of a space that its screens name; the rest is on the permission screen. */
const SHOWN_ADMINISTRATORS = 10

/** Calls of the space screens of the web application. */
export function directoryRoutes(app: App): void {
  app.http.handle(spaceDirectory, ({ ctx, query, request }) => directoryPage(ctx, request, query))

  app.http.handle(spaceDetails, async ({ ctx, params }) => {
    const space = await requireSpace(ctx, params.key)
    const [entry] = await entries(ctx, [space])
    if (!entry) throw new Error('a space gave no entry')
    const people = await accountsById(ctx.app, [space.owner_id, space.creator_id])
    const person = (id: number | null) => {
      const account = id === null ? undefined : people.get(id)
      return account ? { ...personOf(ctx.app, account) } : null
    }
    return {
      ...entry,
      homePageId: space.home_page_id === null ? null : String(space.home_page_id),
      owner: person(space.owner_id),
      creator: person(space.creator_id),
      createdAt: isoTime(space.created_at),
      updatedAt: isoTime(space.updated_at),
      administrators: await administratorsOf(ctx, space),
    }
  })

  app.http.handle(addFavourite, async ({ ctx, params }) => {
    const space = await requireSpace(ctx, params.key)
    await setFavourite(ctx, space, true)
    return { key: space.key, favourite: true }
  })
  app.http.handle(removeFavourite, async ({ ctx, params }) => {
    await setFavourite(ctx, await requireSpace(ctx, params.key), false)
  })
}

/** One page of the space directory. */
export async function directoryPage(
  ctx: Context,
  request: FastifyRequest,
  query: QueryOf<typeof spaceDirectory>,
): Promise<ResponseOf<typeof spaceDirectory>> {
  const wanted: SpaceQuery = {
    text: query.query,
    type: query.type,
    status: query.status,
    favourite: query.favourite,
    permission: permissionOf(query.permission),
    ...(query.label === undefined ? {} : { filters: new Map([['label', [query.label]]]) }),
  }
  const page = pageOf(request, ctx.app, query, await spacesByName(ctx, wanted, query))
  const { matching, ...counts } = await countSpaces(ctx, wanted)
  const isOpen = !isReadOnly(ctx.app)
  return {
    ...page,
    results: await entries(ctx, page.results),
    totalSize: matching,
    counts,
    permissions: {
      createSpace: isOpen && (await hasGlobalPermission(ctx.app, ctx.viewer, GLOBAL_CREATE_SPACE)),
      createPersonalSpace: isOpen && (await mayCreateOwnSpace(ctx)),
    },
  }
}

function permissionOf(name: string | undefined): SpacePermission | undefined {
  if (name === undefined) return undefined
  const permission = SPACE_PERMISSIONS.find(known => known === name)
  if (!permission)
    throw badRequest('{{name}} is none of {{known}}', {
      field: 'permission',
      values: { name, known: SPACE_PERMISSIONS.join(', ') },
      forPrograms: true,
    })
  return permission
}

async function entries(ctx: Context, spaces: readonly Space[]): Promise<SpaceEntry[]> {
  const ids = spaces.map(space => space.id)
  const wires = await spaceWires(ctx, spaces, parseExpand('icon,metadata.labels'))
  const favourites = await favouritesAmong(ctx, ids)
  const held = await permissionsInSpaces(ctx.app, ctx.viewer, ids)
  return spaces.flatMap((space, index) => {
    const wire = wires[index]
    if (!wire) return []
    return [
      {
        ...wire,
        summary: space.description,
        categories: categoriesIn(wire),
        favourite: favourites.has(space.id),
        permissions: SPACE_PERMISSIONS.filter(permission => held.get(space.id)?.has(permission)),
      },
    ]
  })
}

/** Names of the categories, where a feature knows of any. */
function categoriesIn(wire: SpaceWire): string[] {
  const { labels } = (wire['metadata'] ?? {}) as { labels?: { results: { name: string }[] } }
  return labels?.results.map(label => label.name) ?? []
}

async function mayCreateOwnSpace(ctx: Context): Promise<boolean> {
  if (ctx.viewer.userId === null) return false
  if (!(await hasGlobalPermission(ctx.app, ctx.viewer, GLOBAL_CREATE_PERSONAL_SPACE))) return false
  return !(await isKeyTaken(ctx.app.database.read, personalKey(ctx.viewer.username)))
}

async function administratorsOf(ctx: Context, space: Space) {
  const grants = await firstAdministrators(ctx.app, space.id, SHOWN_ADMINISTRATORS)
  const subjectOf = await subjectsOf(ctx.app, grants)
  return grants.map(subjectOf)
}
