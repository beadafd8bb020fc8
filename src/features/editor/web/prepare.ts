import type { QueryClient } from '@tanstack/react-query'
import { endpointKey } from '#platform/page-data.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import type { Frame, PrepareContext, Search } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { loginHref, navigateTo } from '#platform/web/navigation.ts'
import { pageData } from '#platform/web/session.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { spaceTree } from '#features/content/web/index.ts'
import { beginContent, openEditor, type EditorView } from '../contract.ts'
import { editorHeading } from '../words.ts'

export type Target =
  | { begin: { type: 'page' | 'blogpost'; spaceKey?: string; fromPageId?: number; title?: string } }
  | { open: string }

export function editorTargetOf(pathname: string, search: Search): Target {
  if (!pathname.startsWith('/pages/create')) return { open: one(search, 'pageId') ?? one(search, 'draftId') ?? '' }
  const spaceKey = one(search, 'spaceKey')
  const fromPageId = one(search, 'fromPageId') ?? one(search, 'parentPageId')
  const title = one(search, 'title')
  return {
    begin: {
      type: pathname === '/pages/createblogpost.action' ? 'blogpost' : 'page',
      ...(spaceKey ? { spaceKey } : {}),
      ...(fromPageId ? { fromPageId: Number(fromPageId) } : {}),
      ...(title ? { title } : {}),
    },
  }
}

/** Frame for new content. Creates nothing, since it also runs on link preload. */
export async function prepareNew({ search, pathname, query }: PrepareContext<string>): Promise<Frame> {
  const target = editorTargetOf(pathname, search)
  const seed = seedOf(query, target)
  const spaceKey = seed?.space.key ?? one(search, 'spaceKey')
  const contentId = seed?.ancestors.at(-1)?.id ?? one(search, 'fromPageId')
  if (spaceKey) await spaceTree(query, spaceKey).show(seed ? seed.ancestors.at(-1)?.id : contentId)
  const type = pathname === '/pages/createblogpost.action' ? ('blogpost' as const) : ('page' as const)
  return {
    title: t(editorHeading({ type, isNew: true, title: '' })),
    ...(spaceKey ? { spaceKey } : {}),
    ...(contentId ? { contentId } : {}),
  }
}

/** Frame while editing a page, post or draft. */
export async function prepareEdit({ query, search, pathname }: PrepareContext<string>): Promise<Frame> {
  const target = editorTargetOf(pathname, search)
  const id = 'open' in target ? target.open : ''
  try {
    const view = await query.fetchQuery({ ...queryOptionsFor(openEditor, { params: { id } }), staleTime: FRESH_MS })
    const contentId = view.isNew ? view.ancestors.at(-1)?.id : view.id
    await spaceTree(query, view.space.key).show(contentId)
    return {
      title: `${t(editorHeading(view))} - ${view.space.name}`,
      spaceKey: view.space.key,
      ...(contentId ? { contentId } : {}),
    }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403) || pageData().user) throw error
    navigateTo(loginHref(pathname + location.search))
    return new Promise<never>(() => undefined)
  }
}

/** Preloaded answers count for this long. */
const FRESH_MS = 10_000

/** Data seeded by the document or `prepare`. */
export function seedOf(query: QueryClient, target: Target): EditorView | undefined {
  return query.getQueryData<EditorView>(editorQueryKey(target))
}

/** Removes the seed, so that reopening reads the current draft. */
export function removeSeed(query: QueryClient, target: Target): void {
  query.removeQueries({ queryKey: editorQueryKey(target), exact: true })
}

/** Opens or creates. @throws ApiError */
export function loadEditor(target: Target): Promise<EditorView> {
  return 'open' in target
    ? call(openEditor, { params: { id: target.open } })
    : call(beginContent, { query: target.begin })
}

/** Query key of the opened content. */
export function editorQueryKey(target: Target): readonly unknown[] {
  return 'open' in target
    ? endpointKey(openEditor, { params: { id: target.open } })
    : endpointKey(beginContent, { query: target.begin })
}

function one(search: Search, name: string): string | undefined {
  return [search[name]].flat()[0] || undefined
}
