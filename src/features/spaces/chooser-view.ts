import { createPath, type NewContentType } from '#platform/create-path.ts'

/** Choosing the space in which something new begins, shared by the server's document and the screen. */

/** Spaces on one page of the choice. */
export const CHOOSER_PAGE = 25

/** Spaces in which the reader may begin something of the type. */
export function chooserQuery(type: NewContentType) {
  return { status: 'current', permission: `create:${type}`, limit: CHOOSER_PAGE } as const
}

/** Parameters of the choice itself, or written otherwise by {@link chooseHref}. */
const OWN = ['query', 'start', 'spaceKey', 'title', 'src']

/**
 * Where choosing a space leads: the same address, with the space and all that it came with.
 * @param search query of the address as it stands in it
 */
export function chooseHref(type: NewContentType, spaceKey: string, title: string | undefined, search: string): string {
  const carried = new URLSearchParams(search)
  for (const name of OWN) carried.delete(name)
  if (carried.has('newSpaceKey')) carried.set('newSpaceKey', spaceKey)
  const rest = carried.toString()
  return `${createPath(type, spaceKey)}${title ? `&title=${encodeURIComponent(title)}` : ''}${rest === '' ? '' : `&${rest}`}`
}

/** Title of the screen that asks for a space; a key of i18n. */
export function chooserTitle(type: NewContentType): string {
  return type === 'page' ? 'Where should the page go?' : 'Where should the post go?'
}
