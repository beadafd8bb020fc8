import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { accessMode, readOnlyBanner } from '#platform/server/http/access-mode.ts'
import type { BodyOf } from '#platform/contract.ts'
import type { AccessSettings, updateAccessSettings } from '../settings-contract.ts'

/** Whether the wiki is read-only, and what its banner says then. */
export function readAccessSettings({ settings }: App): AccessSettings {
  return { mode: settings.get(accessMode), banner: settings.get(readOnlyBanner) }
}

/** Changes what is given and leaves the rest. */
export async function writeAccessSettings(
  { app, viewer }: Context,
  changes: BodyOf<typeof updateAccessSettings>,
): Promise<AccessSettings> {
  await app.database.transaction(async tx => {
    if (changes.banner) await app.settings.set(tx, readOnlyBanner, changes.banner, viewer.userId)
    if (changes.mode) await app.settings.set(tx, accessMode, changes.mode, viewer.userId)
  })
  return readAccessSettings(app)
}
