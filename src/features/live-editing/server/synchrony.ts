import type { App } from '#platform/server/app.ts'
import { documentMetas } from '#platform/server/http/document.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import { requireAdministrator, requireUser } from '#features/accounts/server/index.ts'
import { liveConfiguration, liveHeartbeat, restartLive, switchLiveOff, switchLiveOn } from '../contract.ts'
import { isLive } from './policy.ts'
import { liveEditing, mostEditors } from './settings.ts'

/** Calls and metadata of the old product about its service for editing together. */
export function synchronyCalls(app: App): void {
  const { http, settings } = app
  http.handle(
    liveHeartbeat,
    ({ ctx }) => {
      requireUser(ctx)
      if (!isLive(ctx)) throw new HttpError(501, 'Editing together is switched off in this wiki')
      return { status: 'OK' as const }
    },
    { aliases: ['/synchrony-proxy/v1/heartbeat'] },
  )
  http.handle(liveConfiguration, ({ ctx }) => {
    requireUser(ctx)
    const status = settings.get(liveEditing) ? ('running' as const) : ('stopped' as const)
    return { status, editors: settings.get(mostEditors) }
  })
  http.handle(switchLiveOn, ({ ctx }) => switchTo(ctx, true))
  http.handle(switchLiveOff, ({ ctx }) => switchTo(ctx, false))
  http.handle(restartLive, ({ ctx }) => {
    requireAdministrator(ctx)
    return modeOf(ctx)
  })
  app.extensions.add(documentMetas, ctx => [
    { name: 'ajs-max-number-editors', content: String(settings.get(mostEditors)) },
    { name: 'ajs-shared-drafts', content: String(isLive(ctx)) },
  ])
}

async function switchTo(ctx: Context, isOn: boolean) {
  requireAdministrator(ctx)
  const { app, viewer } = ctx
  await app.database.transaction(tx => app.settings.set(tx, liveEditing, isOn, viewer.userId))
  return modeOf(ctx)
}

function modeOf({ app }: Context) {
  return { mode: app.settings.get(liveEditing) ? ('enabled' as const) : ('limited' as const) }
}
