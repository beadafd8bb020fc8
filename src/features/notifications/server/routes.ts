import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'
import { MINIVIEW_PATH, NOTIFICATION_SETTINGS_PATH, POLL_DEFAULT_S, POLL_MAX_S } from '../shared.ts'
import { changeSettings, revokeLinks, settingsOf } from './settings/service.ts'
import { countNew, notificationsOf, setRead, setSeen } from './store.ts'

/** The count that every open page polls, the list, and what marks its entries. Each about the user's own. */
export function notificationRoutes(app: App): void {
  const { http } = app
  http.handle(
    contract.notificationCount,
    async ({ ctx }) => ({
      count: await countNew(ctx, requireUser(ctx)),
      timeout: POLL_DEFAULT_S,
      maxTimeout: POLL_MAX_S,
    }),
    { aliases: ['/rest/mywork/1/status/notification/count'] },
  )
  http.handle(contract.listNotifications, async ({ ctx, query }) => {
    const found = await notificationsOf(ctx, requireUser(ctx), query)
    const results = found.slice(0, query.limit)
    return { results, nextCursor: found.length > query.limit ? (results.at(-1)?.id ?? null) : null }
  })
  http.handle(contract.markSeen, async ({ ctx }) => {
    await setSeen(ctx, requireUser(ctx))
    return Answer.empty()
  })
  http.handle(contract.markRead, async ({ ctx, body }) => {
    await setRead(ctx, requireUser(ctx), body.ids)
    return Answer.empty()
  })
  http.handle(contract.getSettings, ({ ctx }) => settingsOf(ctx))
  http.handle(contract.updateSettings, async ({ ctx, body }) => {
    await changeSettings(ctx, body)
    return settingsOf(ctx)
  })
  http.handle(contract.revokeLinks, async ({ ctx }) => {
    await revokeLinks(ctx)
    return Answer.empty()
  })
  notificationScreens(app)
}

function notificationScreens(app: App): void {
  handleScreen(app, NOTIFICATION_SETTINGS_PATH, 'Own settings: notifications', async ({ ctx }) => ({
    title: `${readerOf(ctx).t('Notifications')} - ${readerOf(ctx).t('Your settings')}`,
    queries: [{ key: endpointKey(contract.getSettings), data: await settingsOf(ctx) }],
  }))
  handleScreen(
    app,
    '/users/editmyemailsettings.action',
    'Own settings: notifications, by another address',
    ({ ctx }) => {
      requireUser(ctx)
      return Answer.redirect(NOTIFICATION_SETTINGS_PATH)
    },
  )
  handleScreen(app, MINIVIEW_PATH, 'Notifications of the user', ({ ctx }) => {
    requireUser(ctx)
    return { title: readerOf(ctx).t('Notifications') }
  })
}
