import type { FastifyRequest } from 'fastify'
import { createElement as h, Fragment } from 'react'
import type { Context } from '#platform/server/context.ts'
import { renderDocument } from '#platform/server/http/document.ts'
import { missingParts, type Problem } from '#platform/server/http/not-found.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { ProblemView } from '../view/ProblemView.tsx'

/** The page for an address that does not exist, or whose page cannot be shown. */
export async function problemDocument(
  ctx: Context,
  request: FastifyRequest,
  { status, message }: Problem,
): Promise<string> {
  const reader = readerOf(ctx)
  const { t } = reader
  const title = t(PROBLEM_TITLES[status] ?? 'This page could not be shown')
  const text =
    status === 404
      ? t(
          'There is nothing at this address. The page may have been moved or deleted, or you may not be permitted to see it.',
        )
      : message
  const asked = status === 404 ? ctx.app.extensions.all(missingParts).map(async part => part(ctx, request)) : []
  const added = await Promise.all(asked)
  const elements = added.flatMap(part => part?.element ?? [])
  const parts = elements.length > 0 && h(Fragment, null, ...elements)
  const main = h(ProblemView, { title, text, reader, parts })
  return renderDocument(ctx, request, {
    title,
    main,
    isWhole: true,
    queries: added.flatMap(part => part?.queries ?? []),
  })
}

const PROBLEM_TITLES: Readonly<Record<number, string>> = {
  403: 'You are not permitted to see this',
  404: 'Page Not Found',
}
