import type { App } from '#platform/server/app.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { isElevated, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import { getAdminAccess, getSystemInfo } from '../contract.ts'
import {
  getAccessSettings,
  getSettingsForm,
  sendTestMail as sendTestMailCall,
  updateAccessSettings,
} from '../settings-contract.ts'
import { readAccessSettings, writeAccessSettings } from './access-mode.ts'
import { readSiteSettings, sendTestMail, settingsForm, siteSettingsCalls, writeSiteSettings } from './settings.ts'
import { readSystemInfo } from './system.ts'

/** The settings of the wiki, and how it is doing. */
export function adminRoutes(app: App): void {
  const { http } = app
  const calls = siteSettingsCalls(app)
  http.handle(getAdminAccess, async ({ ctx }) => {
    requireAdministrator(ctx)
    return { elevated: await isElevated(ctx) }
  })
  http.handle(calls.read, ({ ctx }) => {
    requireAdministrator(ctx)
    return readSiteSettings(ctx)
  })
  http.handle(calls.update, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return writeSiteSettings(ctx, body)
  })
  http.handle(getSettingsForm, ({ ctx }) => {
    requireAdministrator(ctx)
    return settingsForm(app, readerOf(ctx).t)
  })
  http.handle(getAccessSettings, ({ ctx }) => {
    requireAdministrator(ctx)
    return readAccessSettings(app)
  })
  http.handle(updateAccessSettings, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return writeAccessSettings(ctx, body)
  })
  http.handle(sendTestMailCall, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    await sendTestMail(ctx, body.to)
  })
  http.handle(getSystemInfo, async ({ ctx }) => {
    requireAdministrator(ctx)
    return readSystemInfo(app)
  })
}
