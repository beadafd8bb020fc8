import type { Frame, PrepareContext, Search } from '#platform/web/feature.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { loginHref, navigateTo } from '#platform/web/navigation.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { t } from '#platform/web/i18n.ts'
import { spaceTree } from '#features/content/web/index.ts'
import { getPageHead, type PageHead } from '../contract.ts'

export function pageIdIn(search: Search): string {
  return [search['pageId']].flat()[0] ?? ''
}

/**
 * Loads page head, tree and `more` for a tool screen.
 * @param title i18n key
 */
export async function prepareTool(
  { search, query, pathname }: PrepareContext<string>,
  title: string,
  more: (head: PageHead) => Promise<unknown>,
): Promise<Frame> {
  try {
    const head = await query.ensureQueryData(queryOptionsFor(getPageHead, { params: { id: pageIdIn(search) } }))
    await Promise.all([
      spaceTree(query, head.space.key).show(head.status === 'current' && head.type === 'page' ? head.id : undefined),
      more(head),
    ])
    return { title: `${t(title)} - ${head.title} - ${head.space.name}`, spaceKey: head.space.key, contentId: head.id }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404 || pageData().user) throw error
    navigateTo(loginHref(pathname + location.search))
    return new Promise<never>(() => undefined)
  }
}
