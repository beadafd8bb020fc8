import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { requireElevatedAdministrator, requireUse } from '#features/accounts/server/index.ts'
import { requireAdministeredSpace, requireSpace, type Space } from '#features/spaces/server/index.ts'
import {
  colourSheet,
  getDefaultScheme,
  getGlobalScheme,
  getSpaceScheme,
  getSpaceSchemeType,
  resetGlobalScheme,
  resetSpaceScheme,
  setGlobalScheme,
  setSpaceScheme,
  setSpaceSchemeType,
  type SchemeInput,
} from '../contract.ts'
import { completeScheme, DEFAULT_SCHEME, globalScheme, schemeInForce } from './schemes.ts'
import { putSpaceScheme, spaceSchemeOf } from './store.ts'
import { sheetAnswer } from './style-sheet.ts'

/** Reading and changing the colours of the wiki and of spaces, and their style sheet. */
export function schemeRoutes(app: App): void {
  globalCalls(app)
  spaceCalls(app)
  app.http.handle(colourSheet, async ({ ctx, query }) => {
    requireUse(ctx)
    const space = query.spaceKey === undefined ? undefined : await requireSpace(ctx, query.spaceKey)
    return sheetAnswer(app, space, query.v)
  })
}

function globalCalls(app: App): void {
  const { http } = app
  const set = async (ctx: Context, given: SchemeInput) => {
    await requireElevatedAdministrator(ctx)
    await app.database.transaction(tx => app.settings.set(tx, globalScheme, given, ctx.viewer.userId))
    return completeScheme(app.settings.get(globalScheme))
  }
  http.handle(getGlobalScheme, ({ ctx }) => {
    requireUse(ctx)
    return completeScheme(app.settings.get(globalScheme))
  })
  http.handle(getDefaultScheme, ({ ctx }) => {
    requireUse(ctx)
    return DEFAULT_SCHEME
  })
  http.handle(setGlobalScheme, ({ ctx, body }) => set(ctx, body))
  http.handle(resetGlobalScheme, ({ ctx }) => set(ctx, globalScheme.initial))
}

function spaceCalls(app: App): void {
  const { http } = app
  const store = async (ctx: Context, space: Space, custom: boolean, given: SchemeInput) => {
    await app.database.transaction(async tx => {
      await putSpaceScheme(tx, space.id, { custom, given })
      tx.append({
        kind: 'colour-scheme.changed',
        actorId: ctx.viewer.userId,
        spaceId: space.id,
        data: { name: `Colours of the space ${space.key}` },
      })
    })
    return schemeInForce(app, { custom, given })
  }
  http.handle(getSpaceScheme, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.spaceKey)
    return schemeInForce(app, await spaceSchemeOf(app, space.id))
  })
  http.handle(setSpaceScheme, async ({ ctx, params, body }) =>
    store(ctx, await requireAdministeredSpace(ctx, params.spaceKey), true, body),
  )
  http.handle(resetSpaceScheme, async ({ ctx, params }) =>
    store(ctx, await requireAdministeredSpace(ctx, params.spaceKey), false, globalScheme.initial),
  )
  http.handle(getSpaceSchemeType, async ({ ctx, params }) => {
    const { custom } = await spaceSchemeOf(app, (await requireAdministeredSpace(ctx, params.spaceKey)).id)
    return { type: custom ? ('custom' as const) : ('global' as const) }
  })
  http.handle(setSpaceSchemeType, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.spaceKey)
    await store(ctx, space, body.type === 'custom', (await spaceSchemeOf(app, space.id)).given)
    return { type: body.type }
  })
}
