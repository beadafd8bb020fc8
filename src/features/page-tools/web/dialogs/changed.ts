import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '#platform/web/query.ts'
import { refreshPageTree } from '#features/content/web/index.ts'
import { getPageView } from '#features/content/contract.ts'
import { quickSearch } from '#features/search/contract.ts'
import { getPageHead, getPageInformation } from '../../contract.ts'

/** Invalidates caches after pages were moved, copied, deleted or restored. */
export async function pagesChanged(
  client: QueryClient,
  places: readonly { spaceKey: string; parentId: string | null }[],
): Promise<void> {
  await Promise.all([
    ...places.map(({ spaceKey, parentId }) => refreshPageTree(spaceKey, [parentId])),
    ...[getPageView, getPageHead, getPageInformation, quickSearch].map(endpoint => invalidate(client, endpoint)),
  ])
}
