import type { App } from '#platform/server/app.ts'
import { SITE_WIDE } from '#platform/server/database/index.ts'
import { ancestorIds } from '#features/content-core/server/read.ts'

/** Ids from the root down to the parent of a page: asked once for all pages below the same parent. */
export async function knownAncestors(app: App, parentId: number | null): Promise<readonly number[]> {
  if (parentId === null) return []
  return app.facts.get(`ancestors ${parentId}`, () => ancestorIds(app.database.read, parentId), {
    sources: SITE_WIDE,
  })
}
