import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { findAccount, requireAccount, requireUser } from '#features/accounts/server/index.ts'
import {
  archiveSpaceCall,
  createPersonalSpaceCall,
  createPersonalSpaceForCall,
  createPrivateSpaceCall,
  createSpaceCall,
  deleteSpaceCall,
  getSpace,
  listSpaces,
  restoreSpaceCall,
  updateSpaceCall,
} from '../../contract.ts'
import { foldKey, PERSONAL_MARK, personalKey } from '../keys.ts'
import { createPersonalSpace, createSpace } from '../life/create.ts'
import { deleteSpace } from '../life/delete.ts'
import { setArchived, updateSpace } from '../life/update.ts'
import { spacesByKey } from '../store/lists.ts'
import { requireAdministeredSpace } from '../policies.ts'
import { requireSpace, type Space } from '../store.ts'
import { spaceWire, spaceWires, type SpaceWire } from '../wire.ts'

/** The answer for a single space: the nested shape, and the address of the wiki. */
export async function singleSpace(ctx: Context, space: Space, expand?: string): Promise<SpaceWire> {
  const wire = await spaceWire(ctx, space, parseExpand(expand))
  Object.assign(wire._links, { collection: '/rest/api/space', base: ctx.app.baseUrl, context: '' })
  return wire
}

/** The rows of the REST interface about spaces themselves. */
export function spaceRoutes(app: App): void {
  app.http.handle(listSpaces, async ({ ctx, query, request }) => {
    const keys = [...query.spaceKey, ...query.spaceKeys, ...query.spaceKeySingle]
    const ids = [...query.spaceId, ...query.spaceIds]
    // No space has a separate policy for retention.
    const none = query.hasRetentionPolicy === true
    const rows = await spacesByKey(
      ctx,
      {
        ...(keys.length > 0 ? { keys } : {}),
        ...(none ? { ids: [] } : ids.length > 0 ? { ids } : {}),
        type: query.type,
        status: query.status,
        favourite: query.favourite,
        filters: otherFilters(query),
      },
      query,
    )
    const page = pageOf(request, ctx.app, query, rows)
    return { ...page, results: await spaceWires(ctx, page.results, parseExpand(query.expand)) }
  })

  app.http.handle(createSpaceCall, async ({ ctx, body }) =>
    singleSpace(ctx, await createNamed(ctx, body, false), 'description.plain'),
  )
  app.http.handle(createPrivateSpaceCall, async ({ ctx, body }) =>
    singleSpace(ctx, await createNamed(ctx, body, true), 'description.plain'),
  )

  app.http.handle(createPersonalSpaceCall, async ({ ctx, body }) => {
    const owner = await requireAccount(ctx.app, { id: requireUser(ctx) })
    return singleSpace(ctx, await createPersonalSpace(ctx, owner, personalOptions(body)), 'description.plain')
  })
  app.http.handle(createPersonalSpaceForCall, async ({ ctx, params, body }) => {
    if (!ctx.viewer.isAdmin) throw forbidden("Only an administrator may create another user's personal space")
    const owner = await requireAccount(ctx.app, { username: params.username })
    return singleSpace(ctx, await createPersonalSpace(ctx, owner, personalOptions(body)), 'description.plain')
  })

  app.http.handle(getSpace, async ({ ctx, params, query }) =>
    singleSpace(ctx, await requireSpace(ctx, params.key), query.expand),
  )

  app.http.handle(updateSpaceCall, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    if (typeof body.key === 'string' && foldKey(body.key) !== foldKey(space.key)) {
      throw badRequest('the key of a space cannot be changed (from {{key}} to {{asked}})', {
        field: 'key',
        values: { key: space.key, asked: body.key },
        forPrograms: true,
      })
    }
    const updated = await updateSpace(ctx, space, {
      name: body.name ?? undefined,
      description: body.description,
      homePageId: body.homepage?.id,
    })
    return singleSpace(ctx, updated, 'description.plain,homepage')
  })

  app.http.handle(deleteSpaceCall, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    const id = await deleteSpace(ctx, space)
    return { id, links: { status: `/rest/api/longtask/${id}` } }
  })
  app.http.handle(archiveSpaceCall, async ({ ctx, params }) => {
    await setArchived(ctx, await requireAdministeredSpace(ctx, params.key), true)
  })
  app.http.handle(restoreSpaceCall, async ({ ctx, params }) => {
    await setArchived(ctx, await requireAdministeredSpace(ctx, params.key), false)
  })
}

const OWN_PARAMETERS = new Set([
  'spaceKey',
  'spaceKeys',
  'spaceKeySingle',
  'spaceId',
  'spaceIds',
  'type',
  'status',
  'favourite',
  'hasRetentionPolicy',
  'expand',
  'start',
  'limit',
])

/** The part of the query for the filters of other features. */
function otherFilters(query: Record<string, unknown>): Map<string, string[]> {
  const filters = new Map<string, string[]>()
  for (const [name, value] of Object.entries(query)) {
    if (OWN_PARAMETERS.has(name)) continue
    const values = (Array.isArray(value) ? value : [value]).filter(part => typeof part === 'string')
    filters.set(
      name,
      values
        .flatMap(part => part.split(','))
        .map(part => part.trim())
        .filter(part => part !== ''),
    )
  }
  return filters
}

interface NamedSpace {
  key: string
  name: string
  description: string | undefined
}

/** A key that begins with `~` asks for the personal space of the user whom it names. */
async function createNamed(ctx: Context, body: NamedSpace, isPrivate: boolean): Promise<Space> {
  const { key, name, description = '' } = body
  if (!key.startsWith(PERSONAL_MARK)) return createSpace(ctx, { key, name, description, private: isPrivate })
  const { viewer } = ctx
  // Asked before the user is looked up, so that it is not disclosed who has an account.
  if (!viewer.isAdmin && foldKey(key) !== foldKey(personalKey(viewer.username))) {
    throw forbidden("Only an administrator may create another user's personal space")
  }
  const username = key.slice(PERSONAL_MARK.length)
  const owner = await findAccount(ctx.app, { username })
  if (!owner) {
    throw badRequest(
      'Invalid space key: {{key}}. {{mark}} is followed by a user name, and there is no user {{username}}',
      {
        values: { key, mark: PERSONAL_MARK, username },
      },
    )
  }
  return createPersonalSpace(ctx, owner, { name, description, private: isPrivate, takenStatus: 400 })
}

function personalOptions(
  body:
    | {
        description?: string | undefined
        name?: string | undefined
        isPrivate?: boolean | undefined
        private?: boolean | undefined
      }
    | undefined,
) {
  return {
    ...(body?.name === undefined ? {} : { name: body.name }),
    description: body?.description ?? '',
    private: body?.isPrivate ?? body?.private ?? false,
  }
}
