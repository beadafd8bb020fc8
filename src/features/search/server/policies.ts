import type { Context } from '#platform/server/context.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'

/**
 * Who may use the wiki may search; what they find is what they may see.
 * @throws HttpError 401 for visitors where anonymous use is not allowed, else 403
 */
export function requireSearch(ctx: Context): void {
  if (ctx.viewer.mayUse || ctx.viewer.isAdmin) return
  if (ctx.authentication.method === 'anonymous') throw new HttpError(401, 'Sign in to search')
  throw forbidden('You do not have permission to use this wiki')
}
