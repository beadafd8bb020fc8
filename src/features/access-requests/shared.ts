/** The kinds of access: to see a page, or to edit one that the user sees. */
export const ACCESSES = ['view', 'edit'] as const
export type Access = (typeof ACCESSES)[number]

/** Part of a page that says whether its reader may ask to edit it. */
export const EDIT_REQUEST_PART = 'access-request'
/** `possible`: a restriction keeps the reader from editing; `asked`: so it does, and they have asked. */
export type EditRequest = 'possible' | 'asked' | null

/** Query parameter of a page's address that opens its restrictions, for users who may let others in. */
export const GRANT_ACCESS = 'grantAccess'

/** Address at which a request for a page is answered. */
export function grantPath(pagePath: string): string {
  return `${pagePath}${pagePath.includes('?') ? '&' : '?'}${GRANT_ACCESS}=true`
}
