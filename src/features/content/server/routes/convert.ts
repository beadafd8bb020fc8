import { RenderLimitError } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden, HttpError } from '#platform/server/http/errors.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { isView, renderWhole, viewFor, VIEWS } from '#features/content-core/server/render.ts'
import { readBody } from '#features/content-core/server/write.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { convertBody } from '../../contract.ts'
import { VISITOR_CONVERT_LIMIT } from '../../shared.ts'
import { contentIdIn } from './input.ts'

const MINUTE_MS = 60_000
/** Conversions of one address without an account, and of one user, in a minute. */
const MOST_OF_A_VISITOR = 60
const MOST_OF_A_USER = 1200

/** Bodies from one representation to another. */
export function convertRoutes(app: App): void {
  const { http } = app
  const limitVisitor = rateLimited(
    app,
    { name: 'convert', max: MOST_OF_A_VISITOR, windowMs: MINUTE_MS },
    request => request.ip,
  )
  const limitUser = rateLimited<Context>(
    app,
    { name: 'convert.user', max: MOST_OF_A_USER, windowMs: MINUTE_MS },
    ({ viewer }) => String(viewer.userId ?? ''),
  )
  http.handle(convertBody, async ({ ctx, params, query, body, request }) => {
    // It shows nothing of the wiki, but costs work.
    if (!ctx.viewer.mayUse) throw forbidden()
    const isVisitor = ctx.viewer.userId === null
    const lane = isVisitor ? 'visitors' : 'others'
    if (isVisitor) {
      limitVisitor(request)
      requireVisitorSize(body.value)
    } else limitUser(ctx)
    const answer = (value: string) => ({
      value,
      representation: params.to,
      _expandable: { webresource: '', content: '' },
    })
    // A view that comes back is taken as the markup it is.
    const representation = isView(body.representation) ? 'storage' : body.representation
    const { storage } = await readBody(ctx.app, { value: body.value, representation }, lane)
    if (params.to === 'storage' || params.to === 'editor') return answer(storage)
    if (!isView(params.to)) {
      throw badRequest('The representation "{{to}}" is not one to convert to; use storage, editor, {{known}}', {
        values: { to: params.to.slice(0, 40), known: VIEWS.join(', ') },
        forPrograms: true,
      })
    }
    // Clients send 0 for a text that belongs to no page yet.
    const contextId = contentIdIn(query.pageIdContext)
    const context = contextId ? await requireContent(ctx, contextId) : undefined
    const space = query.spaceKeyContext ? await findSpace(ctx, query.spaceKeyContext) : undefined
    const page = {
      id: String(context?.id ?? 0),
      title: context?.title ?? '',
      spaceKey: space?.key ?? '',
      contentType: context?.type ?? 'page',
    }
    const { reader, mode } = await viewFor(ctx, params.to)
    try {
      const { html } = await renderWhole(reader, storage, page, mode, context?.space_id ?? 0, lane)
      return answer(html)
    } catch (error) {
      if (error instanceof RenderLimitError)
        throw badRequest('{{reason}}; make it shorter, or take out macros', {
          field: 'body',
          values: { reason: error.message },
        })
      throw error
    }
  })
}

/** @throws HttpError 413 */
function requireVisitorSize(value: string): void {
  if (value.length > VISITOR_CONVERT_LIMIT)
    throw new HttpError(
      413,
      'Without an account, at most {{most}} characters are converted at once. Sign in for more',
      {
        field: 'value',
        values: { most: VISITOR_CONVERT_LIMIT },
        forPrograms: true,
      },
    )
}
