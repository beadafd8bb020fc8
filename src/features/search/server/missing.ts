import type { FastifyRequest } from 'fastify'
import { createElement as h } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import type { MissingContent } from '#platform/server/http/not-found.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { titleAddress } from '#features/content-core/address-shared.ts'
import { addressCandidates } from '../contract.ts'
import { CandidatesView } from '../view/CandidatesView.tsx'
import { candidatesAt } from './candidates.ts'
import { freshnessOf } from './indexing/freshness.ts'

/** Pages that the reader of a dead address may be looking for, in the document that says so. */
export async function missingCandidates(ctx: Context, request: FastifyRequest): Promise<MissingContent | undefined> {
  const address = ctx.viewer.userId === null ? undefined : titleAddress(request.url)
  if (address === undefined) return undefined
  await freshnessOf(ctx.app).current(ctx.app)
  const results = await candidatesAt(ctx, address)
  return {
    element: results.length > 0 ? h(CandidatesView, { reader: readerOf(ctx), candidates: results }) : undefined,
    queries: [{ key: endpointKey(addressCandidates, { query: address }), data: { results } }],
  }
}
