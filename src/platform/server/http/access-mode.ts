import { z } from 'zod'
import { accessModeName, getAccessMode, type AccessModeStatus } from '../../access-mode-contract.ts'
import type { App } from '../app.ts'
import { setting } from '../settings.ts'
import { HttpError } from './errors.ts'
import type { AnyEndpoint } from './http.ts'

export const accessMode = setting('site.access-mode', accessModeName, 'READ_WRITE')

export const MAX_BANNER = 500
/** The text of the banner, and whether it is shown; stored also while the wiki is writable, for the next time. */
export const readOnlyBanner = setting(
  'site.read-only-banner',
  z.object({ isShown: z.boolean(), text: z.string().max(MAX_BANNER) }),
  {
    isShown: true,
    text: 'This site is read-only right now: you can view pages, but not change them.',
  },
)

/** Whether nothing may be changed now. */
export function isReadOnly(app: Pick<App, 'settings'>): boolean {
  return app.settings.get(accessMode) === 'READ_ONLY'
}

/** The mode, and the banner where one is to be shown. */
export function accessModeStatusOf({ settings }: Pick<App, 'settings'>): AccessModeStatus {
  const mode = settings.get(accessMode)
  if (mode === 'READ_WRITE') return { mode, banner: null }
  const { isShown, text } = settings.get(readOnlyBanner)
  return { mode, banner: isShown ? text : null }
}

/** Says so to readers of a screen that only helps to change something. */
export const READ_ONLY_MESSAGE = 'This site is in read-only mode: nothing can be changed right now. Try again later'

/**
 * Refuses a call that changes something while the wiki is read-only.
 * @throws HttpError 405, whose body says `allowedInReadOnlyMode: false`
 */
export function refuseWhileReadOnly(app: App, { method, allowedInReadOnlyMode = method === 'GET' }: AnyEndpoint): void {
  if (allowedInReadOnlyMode || !isReadOnly(app)) return
  throw new HttpError(405, READ_ONLY_MESSAGE, { headers: { allow: 'GET, HEAD' } })
}

/** Anyone may ask: who waits for the wiki to come back is shown the same. */
export function accessModeCall(app: App): void {
  app.http.handle(getAccessMode, () => accessModeStatusOf(app))
}
