import type { App, ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { documentStyles } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireElevatedAdministrator, requireUse } from '#features/accounts/server/index.ts'
import { findSpace, requireAdministeredSpace, requireSpace, type Space } from '#features/spaces/server/index.ts'
import {
  colourSheet, getDefaultScheme, getGlobalScheme, getSpaceScheme, getSpaceSchemeType, resetGlobalScheme, resetSpaceScheme, setGlobalScheme,
  setSpaceScheme, setSpaceSchemeType, type SchemeInput,
} from '../contract.ts'
import { anySpaceScheme, complete, DEFAULT_SCHEME, globalScheme, inForce, sheetVersion, spaceSchemeOf, styleSheet } from './schemes.ts'
import { migrations } from './migrations.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Colours that administrators give the wiki, and space administrators their space. */
export const lookAndFeelFeature: ServerFeature = {
  name: 'look-and-feel',
  messages: { de },
  migrations,
  register(app) {
    globalCalls(app)
    spaceCalls(app)
    sheets(app)
  },
}

function globalCalls(app: App): void {
  const { http } = app
  const set = async (ctx: Context, given: SchemeInput) => {
    await requireElevatedAdministrator(ctx)
    await app.database.transaction(tx => app.settings.set(tx, globalScheme, given, ctx.viewer.userId))
    return complete(app.settings.get(globalScheme))
  }
  http.handle(getGlobalScheme, ({ ctx }) => {
    requireUse(ctx)
    return complete(app.settings.get(globalScheme))
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
    const values = { custom: custom ? 1 : 0, colours: JSON.stringify(given) }
    await app.database.transaction(async tx => {
      await tx.db.insertInto('space_colour_scheme').values({ space_id: space.id, ...values })
        .onConflict(conflict => conflict.column('space_id').doUpdateSet(values)).execute()
      tx.append({ kind: 'colour-scheme.changed', actorId: ctx.viewer.userId, spaceId: space.id, data: { name: `Colours of the space ${space.key}` } })
    })
    return inForce(app, { custom, given })
  }
  http.handle(getSpaceScheme, async ({ ctx, params }) => {
    const space = await requireAdministeredSpace(ctx, params.spaceKey)
    return inForce(app, await spaceSchemeOf(app, space.id))
  })
  http.handle(setSpaceScheme, async ({ ctx, params, body }) => store(ctx, await requireAdministeredSpace(ctx, params.spaceKey), true, body))
  http.handle(resetSpaceScheme, async ({ ctx, params }) => store(ctx, await requireAdministeredSpace(ctx, params.spaceKey), false, globalScheme.initial))
  http.handle(getSpaceSchemeType, async ({ ctx, params }) => {
    const { custom } = await spaceSchemeOf(app, (await requireAdministeredSpace(ctx, params.spaceKey)).id)
    return { type: custom ? 'custom' as const : 'global' as const }
  })
  http.handle(setSpaceSchemeType, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.spaceKey)
    await store(ctx, space, body.type === 'custom', (await spaceSchemeOf(app, space.id)).given)
    return { type: body.type }
  })
}

/**
 * The colours in every document, by a style sheet after the wiki's own; none while all colours are the default ones everywhere.
 * Where a space has its own, others have a sheet too, be it empty: by that the browser knows to change it between spaces.
 */
function sheets(app: App): void {
  app.extensions.add(documentStyles, async (ctx, { createFrom }) => {
    if (!ctx.viewer.mayUse) return undefined
    const isBySpace = await anySpaceScheme(app)
    const space = createFrom && isBySpace ? await findSpace(ctx, createFrom.spaceKey) : undefined
    const sheet = styleSheet(inForce(app, space && (await spaceSchemeOf(app, space.id))))
    if (sheet === '' && !isBySpace) return undefined
    const query = new URLSearchParams({ ...(space ? { spaceKey: space.key } : {}), v: sheetVersion(sheet) })
    return `${colourSheet.path}?${query}`
  })
  app.http.handle(colourSheet, async ({ ctx, query }) => {
    requireUse(ctx)
    const space = query.spaceKey === undefined ? undefined : await requireSpace(ctx, query.spaceKey)
    const sheet = styleSheet(inForce(app, space && (await spaceSchemeOf(app, space.id))))
    // An address of another version is answered with the colours of now, which are not to be kept under it.
    const keep = query.v === sheetVersion(sheet) ? 'private, max-age=31536000, immutable' : 'private, no-cache'
    return new Answer(200, { 'content-type': 'text/css;charset=UTF-8', 'cache-control': keep }, sheet)
  })
}
