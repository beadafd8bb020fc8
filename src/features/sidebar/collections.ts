/** Main links of the sidebar. Texts are i18n keys. */
export const COLLECTIONS = {
  pages: {
    path: '/collector/pages.action',
    title: 'Pages',
    create: 'Create page',
    empty: 'There are no pages here yet.',
  },
  blogs: {
    path: '/pages/viewrecentblogposts.action',
    title: 'Blog',
    create: 'Create blog post',
    empty: 'There are no blog posts here yet.',
  },
} as const
export type CollectionName = keyof typeof COLLECTIONS

/** Address of all pages or posts of a space. */
export function collectionHref(name: CollectionName, spaceKey: string): string {
  return `${COLLECTIONS[name].path}?key=${encodeURIComponent(spaceKey)}`
}

export const CUSTOM_CONTENT_PATH = '/spaces/custompagecontent.action'
