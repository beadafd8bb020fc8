import type { Context } from '#platform/server/context.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'
import { mayInSpace } from './permissions.ts'
import { requireSpace, type Space } from './store.ts'

/**
 * The space of a key, if the viewer may administer it.
 * @throws HttpError 401 for a visitor who has not signed in, 404 when they may not see it, 403 when they may
 */
export async function requireAdministeredSpace(ctx: Context, key: string): Promise<Space> {
  const { viewer } = ctx
  if (viewer.userId === null && !viewer.isAdmin) throw new HttpError(401, 'Sign in to administer a space')
  const space = await requireSpace(ctx, key)
  if (!(await mayInSpace(ctx.app, viewer, space.id, 'administer:space'))) {
    throw forbidden('You do not have permission to administer the space {{key}}', { values: { key: space.key } })
  }
  return space
}
