import type { App } from '#platform/server/app.ts'
import { isElevated, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import {
  getAccessSettings,
  getAdminAccess,
  getSiteSettings,
  getSystemInfo,
  sendTestMail as sendTestMailCall,
  updateAccessSettings,
  updateSiteSettings,
} from '../contract.ts'
import { readAccessSettings, writeAccessSettings } from './access-mode.ts'
import { readSiteSettings, sendTestMail, writeSiteSettings } from './settings.ts'
import { readSystemInfo } from './system.ts'

/** The settings of the wiki, and how it is doing. */
export function adminRoutes(app: App): void {
  const { http } = app
  http.handle(getAdminAccess, async ({ ctx }) => {
    requireAdministrator(ctx)
    return { elevated: await isElevated(ctx) }
  })
  http.handle(getSiteSettings, ({ ctx }) => {
    requireAdministrator(ctx)
    return readSiteSettings(ctx)
  })
  http.handle(updateSiteSettings, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return writeSiteSettings(ctx, body)
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
