import { createPath, type NewContentType } from '#platform/create-path.ts'

/** Space chooser of new content, for server and browser. */

/** Page size. */
export const CHOOSER_PAGE = 25

/** Spaces where the reader may create the type. */
export function chooserQuery(type: NewContentType) {
  return { status: 'current', permission: `create:${type}`, limit: CHOOSER_PAGE } as const
}

/** Parameters of the chooser, or rewritten by {@link chooseHref}. */
const OWN = ['query', 'start', 'spaceKey', 'title', 'src']

/**
 * Address with the chosen space and the original parameters.
 * @param search query string of the address
 */
export function chooseHref(type: NewContentType, spaceKey: string, title: string | undefined, search: string): string {
  const carried = new URLSearchParams(search)
  for (const name of OWN) carried.delete(name)
  if (carried.has('newSpaceKey')) carried.set('newSpaceKey', spaceKey)
  const rest = carried.toString()
  return `${createPath(type, spaceKey)}${title ? `&title=${encodeURIComponent(title)}` : ''}${rest === '' ? '' : `&${rest}`}`
}

/** i18n key of the chooser's title. */
export function chooserTitle(type: NewContentType): string {
  return type === 'page' ? 'Where should the page go?' : 'Where should the post go?'
}
