import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { setting, type SettingDefinition } from '#platform/server/settings.ts'

/** Whether use is recorded at all. */
export const recordingOn = setting('analytics.on', z.boolean(), true)
/** Whether who may edit a page may see who viewed it. */
export const viewersShown = setting('analytics.viewers', z.boolean(), false)

/** Whether an account asked not to be recorded. */
export function optOut(accountId: number): SettingDefinition<boolean> {
  return setting(`analytics.opt-out.${accountId}`, z.boolean(), false)
}

/**
 * Whether the use of a reader may be recorded, as far as access and settings say; browsers add their own signal. Nothing
 * is recorded of visitors who may not use the wiki.
 */
export function mayRecord({ app, viewer }: Pick<Context, 'app' | 'viewer'>): boolean {
  if (!viewer.mayUse) return false
  return app.settings.get(recordingOn) && (viewer.userId === null || !app.settings.get(optOut(viewer.userId)))
}

/** Whether a browser says that its user does not want to be tracked: Do Not Track or Global Privacy Control. */
export function refusesTracking(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['dnt'] === '1' || headers['sec-gpc'] === '1'
}
