import { pagePath } from '#features/content/address-shared.ts'

/** The screens about a page, in the order of their tabs. */
export type Tool = 'history' | 'information' | 'attachments'

export interface ToolLink {
  id: Tool | 'page'
  /** A key of i18n. */
  label: string
  href: string
}

/** The tabs of the screens about a page, the page itself first. */
export function toolLinks(page: { id: string; url: string }): ToolLink[] {
  return [
    { id: 'page', label: 'Page', href: page.url },
    { id: 'history', label: 'Page history', href: historyPath(page.id) },
    { id: 'attachments', label: 'Attachments', href: `/pages/viewpageattachments.action?pageId=${page.id}` },
    { id: 'information', label: 'Page information', href: `/pages/viewinfo.action?pageId=${page.id}` },
  ]
}

/** Address of the versions of a page. */
export function historyPath(id: string): string {
  return `/pages/viewpreviousversions.action?pageId=${id}`
}

/** Two versions side by side; the older one first, whatever the order given. */
export function comparePath(id: string, one: number, other: number): string {
  const [from, to] = one < other ? [one, other] : [other, one]
  return `/pages/diffpagesbyversion.action?pageId=${id}&selectedPageVersions=${from}&selectedPageVersions=${to}`
}

/** A version as its own page; the current one has the page's address. */
export function versionPath(page: { id: string; url: string; version: number }, number: number): string {
  return number === page.version ? page.url : `${pagePath(page.id)}&pageVersion=${number}`
}

/**
 * The versions that an address compares: two numbers in either order. One alone is compared with the current version,
 * and the current one with the version before it.
 */
export function comparedVersions(values: string | readonly string[] | undefined, current: number): { from: number; to: number } | undefined {
  const numbers = [...new Set([values ?? []].flat().map(Number))].filter(number => Number.isSafeInteger(number) && number > 0)
  const [first, second] = numbers
  if (first === undefined) return undefined
  const other = second ?? (first === current ? Math.max(1, first - 1) : current)
  return { from: Math.min(first, other), to: Math.max(first, other) }
}
