/** Choosing the space in which something new begins, shared by the server's document and the screen. */

/** Spaces on one page of the choice. */
export const CHOOSER_PAGE = 25

export type NewType = 'page' | 'blogpost'

const PATHS: Readonly<Record<NewType, string>> = { page: '/pages/createpage.action', blogpost: '/pages/createblogpost.action' }

/** Spaces in which the reader may begin something of the type. */
export function chooserQuery(type: NewType) {
  return { status: 'current', permission: `create:${type}`, limit: CHOOSER_PAGE } as const
}

/** Parameters of the choice itself, or written otherwise by {@link chooseHref}. */
const OWN = ['query', 'start', 'spaceKey', 'title']

/**
 * Where choosing a space leads: the same address, with the space and all that it came with.
 * @param search query of the address as it stands in it
 */
export function chooseHref(type: NewType, spaceKey: string, title: string | undefined, search: string): string {
  const carried = new URLSearchParams(search)
  for (const name of OWN) carried.delete(name)
  if (carried.has('newSpaceKey')) carried.set('newSpaceKey', spaceKey)
  const rest = carried.toString()
  return `${PATHS[type]}?spaceKey=${encodeURIComponent(spaceKey)}${title ? `&title=${encodeURIComponent(title)}` : ''}${rest === '' ? '' : `&${rest}`}`
}

/** Title of the screen that asks for a space; a key of i18n. */
export function chooserTitle(type: NewType): string {
  return type === 'page' ? 'Where should the page go?' : 'Where should the post go?'
}
