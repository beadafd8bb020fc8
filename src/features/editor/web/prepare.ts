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

/** What an address opens: something new at a place, or what exists. */
export type Target = { begin: { type: 'page' | 'blogpost'; spaceKey?: string; fromPageId?: number; title?: string } } | { open: string }

export function targetOf(pathname: string, search: Search): Target {
  if (!pathname.startsWith('/pages/create')) return { open: one(search, 'pageId') ?? one(search, 'draftId') ?? '' }
  const spaceKey = one(search, 'spaceKey')
  const fromPageId = one(search, 'fromPageId') ?? one(search, 'parentPageId')
  const title = one(search, 'title')
  return {
    begin: {
      type: pathname === '/pages/createblogpost.action' ? 'blogpost' : 'page',
      ...(spaceKey ? { spaceKey } : {}), ...(fromPageId ? { fromPageId: Number(fromPageId) } : {}), ...(title ? { title } : {}),
    },
  }
}

/**
 * What the frame shows while something new is written. Nothing is begun here: this also runs when the pointer merely
 * rests on a link.
 */
export async function prepareNew({ search, pathname, query }: PrepareContext<string>): Promise<Frame> {
  const target = targetOf(pathname, search)
  const seed = seedOf(query, target)
  const spaceKey = seed?.space.key ?? one(search, 'spaceKey')
  const contentId = seed?.ancestors.at(-1)?.id ?? one(search, 'fromPageId')
  if (spaceKey) await spaceTree(query, spaceKey).show(seed ? seed.ancestors.at(-1)?.id : contentId)
  const type = pathname === '/pages/createblogpost.action' ? 'blogpost' as const : 'page' as const
  return { title: t(editorHeading({ type, isNew: true, title: '' })), ...(spaceKey ? { spaceKey } : {}), ...(contentId ? { contentId } : {}) }
}

/** What the frame shows while a page, post or draft is edited. */
export async function prepareEdit({ query, search, pathname }: PrepareContext<string>): Promise<Frame> {
  const target = targetOf(pathname, search)
  const id = 'open' in target ? target.open : ''
  try {
    const view = await query.fetchQuery({ ...queryOptionsFor(openEditor, { params: { id } }), staleTime: FRESH_MS })
    const contentId = view.isNew ? view.ancestors.at(-1)?.id : view.id
    await spaceTree(query, view.space.key).show(contentId)
    return { title: `${t(editorHeading(view))} - ${view.space.name}`, spaceKey: view.space.key, ...(contentId ? { contentId } : {}) }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403) || pageData().user) throw error
    navigateTo(loginHref(pathname + location.search))
    return new Promise<never>(() => undefined)
  }
}

/** An answer that the pointer fetched on its way to a link counts for as long. */
const FRESH_MS = 10_000

/** What the document or `prepare` brought along. */
export function seedOf(query: QueryClient, target: Target): EditorView | undefined {
  return query.getQueryData<EditorView>(keyOf(target))
}

/** Coming back later opens the draft as it is then. */
export function forgetSeed(query: QueryClient, target: Target): void {
  query.removeQueries({ queryKey: keyOf(target), exact: true })
}

/** Opens or begins. @throws ApiError */
export function load(target: Target): Promise<EditorView> {
  return 'open' in target ? call(openEditor, { params: { id: target.open } }) : call(beginContent, { query: target.begin })
}

/** Key of the cached answer that opens or begins. */
export function keyOf(target: Target): readonly unknown[] {
  return 'open' in target ? endpointKey(openEditor, { params: { id: target.open } }) : endpointKey(beginContent, { query: target.begin })
}

function one(search: Search, name: string): string | undefined {
  return [search[name]].flat()[0] || undefined
}
