/** Choosing the space in which something new begins, shared by the server's document and the screen. */

/** Spaces on one page of the choice. */
export const CHOOSER_PAGE = 25

export type NewType = 'page' | 'blogpost'

const PATHS: Readonly<Record<NewType, string>> = { page: '/pages/createpage.action', blogpost: '/pages/createblogpost.action' }

/** Spaces in which the reader may begin something of the type. */
export function chooserQuery(type: NewType) {
  return { status: 'current', permission: `create:${type}`, limit: CHOOSER_PAGE } as const
}

/** Where choosing a space leads: the same address, with the space and the title that it came with. */
export function chooseHref(type: NewType, spaceKey: string, title: string | undefined): string {
  return `${PATHS[type]}?spaceKey=${encodeURIComponent(spaceKey)}${title ? `&title=${encodeURIComponent(title)}` : ''}`
}

export function chooserTitle(type: NewType): string {
  return type === 'page' ? 'Where should the page go?' : 'Where should the post go?'
}
