import { ApiError } from '#platform/web/api-error.ts'
import type { Frame, PrepareContext, Search } from '#platform/web/feature.ts'
import { loginHref, navigateTo, redirectTo } from '#platform/web/navigation.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { withOtherParameters } from '#features/content-core/address-shared.ts'
import { getPageView, resolveAddress, type Address, type PageView } from '../view-contract.ts'
import { cacheAddress, forgetAddress, knownAddress } from './addresses.ts'
import { spaceTree } from './tree/space-tree.ts'

/** Version in the address; undefined for the current one. */
export function versionIn(search: Search): number | undefined {
  const number = Number(search['pageVersion'] ?? search['version'])
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/**
 * Options of the query for a page. It is read again by its screen when that opens, and where something says that it
 * changed: at any other time a new text would take away what its reader has selected.
 */
export function pageViewOptions(id: string, version?: number) {
  return {
    ...queryOptionsFor(getPageView, { params: { id }, query: version === undefined ? {} : { version } }),
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  } as const
}

/**
 * Loads a page and its tree unless cached.
 * @param target page id, or the parsed address
 */
export async function preparePage(context: PrepareContext<string>, target: string | Address): Promise<Frame> {
  const { query, search, pathname } = context
  try {
    const id = typeof target === 'string' ? target : (knownAddress(pathname) ?? (await idAt(context, target)))
    const version = versionIn(search)
    const view = await query.ensureQueryData(pageViewOptions(id, version))
    // Ids of attachments and comments resolve to their page.
    if (view.id !== id) query.setQueryData(pageViewOptions(view.id, version).queryKey, view)
    remember(view)
    await spaceTree(query, view.space.key).show(view.id)
    return {
      title: `${view.shownVersion?.title ?? view.title} - ${view.space.name}`,
      spaceKey: view.space.key,
      contentId: view.id,
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && typeof target !== 'string' && knownAddress(pathname)) {
      forgetAddress(pathname)
      return preparePage(context, target)
    }
    // Anonymous users are sent to sign in, as on the server.
    if (!(error instanceof ApiError) || error.status !== 404 || pageData().user) throw error
    navigateTo(loginHref(pathname + location.search))
    return new Promise<never>(() => undefined)
  }
}

async function idAt({ query, search }: PrepareContext<string>, address: Address): Promise<string> {
  const found = await query.ensureQueryData(queryOptionsFor(resolveAddress, { query: address }))
  if ('redirect' in found) throw redirectTo(withOtherParameters(found.redirect, pairsOf(search)))
  return found.id
}

function pairsOf(search: Search): [name: string, value: string][] {
  return Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  )
}

function remember(view: PageView): void {
  cacheAddress(view.url, view.id)
  for (const page of view.ancestors) cacheAddress(page.url, page.id)
}
