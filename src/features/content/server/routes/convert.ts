import type { RenderMode } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { convertBody } from '../../contract.ts'
import { readBody } from '../model/body.ts'
import { requireContent } from '../policies.ts'
import { renderStorage } from '../render/render.ts'

const RENDERED: readonly string[] = ['view', 'export_view', 'styled_view', 'anonymous_export_view']

export function convertRoutes({ http }: App): void {
  http.handle(convertBody, async ({ ctx, params, query, body }) => {
    // It shows nothing of the wiki, but costs work.
    if (!ctx.viewer.mayUse) throw forbidden()
    const answer = (value: string) => ({ value, representation: params.to, _expandable: { webresource: '', content: '' } })
    // A view that comes back is taken as the markup it is.
    const representation = RENDERED.includes(body.representation) ? 'storage' : body.representation
    const { storage } = readBody({ value: body.value, representation })
    if (params.to === 'storage' || params.to === 'editor') return answer(storage)
    if (!RENDERED.includes(params.to)) {
      throw badRequest(`The representation "${params.to.slice(0, 40)}" is not one to convert to; use storage, editor, ${RENDERED.join(', ')}`)
    }
    const context = /^\d+$/.test(query.pageIdContext ?? '') ? await requireContent(ctx, Number(query.pageIdContext)) : undefined
    const space = query.spaceKeyContext ? await findSpace(ctx, query.spaceKeyContext) : undefined
    const page = {
      id: String(context?.id ?? 0), title: context?.title ?? '', spaceKey: space?.key ?? '', contentType: context?.type ?? 'page',
    }
    const mode = (params.to === 'anonymous_export_view' ? 'export_view' : params.to) as RenderMode
    const { html } = await renderStorage(ctx, storage, page, mode, context?.space_id ?? 0)
    return answer(html)
  })
}

