/** What the main links lead to, shared by both halves. Titles are keys of i18n. */
export const COLLECTIONS = {
  pages: { path: '/collector/pages.action', title: 'Pages' },
  blogs: { path: '/pages/viewrecentblogposts.action', title: 'Blog' },
} as const
export type CollectionName = keyof typeof COLLECTIONS

/** Address of all pages or posts of a space. */
export function collectionHref(name: CollectionName, spaceKey: string): string {
  return `${COLLECTIONS[name].path}?key=${encodeURIComponent(spaceKey)}`
}

export const CUSTOM_CONTENT_PATH = '/spaces/custompagecontent.action'
