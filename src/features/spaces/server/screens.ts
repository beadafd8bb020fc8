import type { FastifyRequest } from 'fastify'
import { createElement as h } from 'react'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { loginPath } from '#platform/login-path.ts'
import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { renderDocument } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { spaceDirectory } from '../contract.ts'
import { DIRECTORY_PAGE, DIRECTORY_PATH, directoryTabOf, type DirectoryTab as Kind } from '../directory-view.ts'
import { DirectoryView } from '../view/DirectoryView.tsx'
import { directoryPage } from './routes/directory.ts'

const directory = endpoint({
  method: 'GET',
  path: DIRECTORY_PATH,
  tag: 'addresses',
  summary: 'The space directory',
  query: z.looseObject({ view: z.string().max(50).optional(), label: z.string().max(300).optional() }),
})

/** The space directory as a document. Spaces themselves open at their home page, which content shows. */
export function spaceScreens({ http }: App): void {
  http.handle(directory, ({ ctx, query, request }) =>
    directoryDocument(ctx, request, directoryTabOf(query.view), query.label || undefined),
  )
}

async function directoryDocument(
  ctx: Context,
  request: FastifyRequest,
  view: Kind,
  label: string | undefined,
): Promise<Answer> {
  if (!ctx.viewer.mayUse && !ctx.viewer.isAdmin) {
    return Answer.redirect(loginPath(request.url))
  }
  const category = label === undefined ? {} : { label }
  const page = await directoryPage(ctx, request, {
    query: '',
    start: 0,
    limit: DIRECTORY_PAGE,
    ...view.query,
    ...category,
  })
  const reader = readerOf(ctx)
  const body = await renderDocument(ctx, request, {
    title: reader.t('Spaces'),
    main: h(DirectoryView, {
      reader,
      page,
      kind: view,
      category: label,
      empty: reader.t('There are no spaces here.'),
      star: () => null,
    }),
    queries: [
      {
        key: endpointKey(spaceDirectory, { query: { ...view.query, limit: DIRECTORY_PAGE, ...category } }),
        data: page,
      },
    ],
  })
  return Answer.html(body, 200, { 'cache-control': 'private, no-cache' })
}
