export type NewContentType = 'page' | 'blogpost'

/**
 * Address at which something new begins in a space. A parameter always follows the space key: programs cut the key out
 * of `createpage.action?spaceKey=KEY&…` in the pages that they read.
 * @param parentId the page below which it begins
 */
export function createPath(type: NewContentType, spaceKey: string, parentId?: string | number): string {
  const below = parentId === undefined ? '' : `&fromPageId=${parentId}`
  return `/pages/create${type}.action?spaceKey=${encodeURIComponent(spaceKey)}${below}&src=quick-create`
}
