import { pagePath } from '#features/content-core/address-shared.ts'

/** Page tool screens in tab order. */
export type Tool = 'history' | 'information' | 'attachments'

export interface ToolLink {
  id: Tool | 'page'
  /** i18n key. */
  label: string
  href: string
}

/** Tabs of the tool screens, the page first. */
export function toolLinks(page: { id: string; url: string }): ToolLink[] {
  return [
    { id: 'page', label: 'Page', href: page.url },
    { id: 'history', label: 'Page history', href: historyPath(page.id) },
    { id: 'attachments', label: 'Attachments', href: `/pages/viewpageattachments.action?pageId=${page.id}` },
    { id: 'information', label: 'Page information', href: `/pages/viewinfo.action?pageId=${page.id}` },
  ]
}

export function historyPath(id: string): string {
  return `/pages/viewpreviousversions.action?pageId=${id}`
}

/** Address of a version; the current one has the page's. */
export function versionPath(page: { id: string; url: string; version: number }, number: number): string {
  return number === page.version ? page.url : `${pagePath(page.id)}&pageVersion=${number}`
}

/**
 * Versions to compare: two numbers in any order. A single one is compared with the current version, the current one
 * with its predecessor.
 */
export function comparedVersions(
  values: string | readonly string[] | undefined,
  current: number,
): { from: number; to: number } | undefined {
  const numbers = [...new Set([values ?? []].flat().map(Number))].filter(
    number => Number.isSafeInteger(number) && number > 0,
  )
  const [first, second] = numbers
  if (first === undefined) return undefined
  const other = second ?? (first === current ? Math.max(1, first - 1) : current)
  return { from: Math.min(first, other), to: Math.max(first, other) }
}
