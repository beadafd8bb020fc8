/** Sidebar calls of the old product: links, options, child pages, blog tree. */
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseBoolean, pagingQuery } from '#platform/wire.ts'
import { MAX_LINK_TITLE, MAX_LINK_URL, BLOG_PAGE_SIZE, MAX_CUSTOM_CONTENT } from './shared.ts'

const TAG = 'sidebar'
const ROOT = '/rest/ia/1.0'
const spaceKey = z.string().min(1).max(300)

/** Sidebar link. `main`: collections, `quick`: shortcuts, `advanced`: settings. */
export const sidebarLink = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  tooltip: z.string(),
  /** Target type, e.g. `pinned_page`, `pinned_attachment`, `external_link`; selects the icon. */
  styleClass: z.string(),
  /** `pages` or `blogs` for main links, else empty. */
  collectorKey: z.string(),
  /** Can be hidden; other links can be removed. */
  canHide: z.boolean(),
  hidden: z.boolean(),
})
export type SidebarLink = z.output<typeof sidebarLink>
const links = z.array(sidebarLink)

export const listMainLinks = endpoint({
  method: 'GET',
  path: `${ROOT}/link/main`,
  tag: TAG,
  summary: 'Main links of a space; hidden ones too for who configures it',
  query: z.looseObject({ spaceKey, includeHidden: looseBoolean.default(false) }),
  response: links,
})
/** Storage order, newest last; the sidebar reverses it, as in the old product. */
export const listQuickLinks = endpoint({
  method: 'GET',
  path: `${ROOT}/link/quick`,
  tag: TAG,
  summary: 'Shortcuts of a space that the reader may follow, oldest first',
  query: z.looseObject({ spaceKey }),
  response: links,
})
export const listAdvancedLinks = endpoint({
  method: 'GET',
  path: `${ROOT}/link/advanced`,
  tag: TAG,
  summary: 'Settings of a space that the reader may open',
  query: z.looseObject({ spaceKey }),
  response: links,
})

export const addLink = endpoint({
  method: 'POST',
  path: `${ROOT}/link`,
  tag: TAG,
  summary: 'Add a shortcut: to content, a space, or an address',
  body: z.looseObject({
    spaceKey,
    /** Content id or space key. */
    resourceId: z.union([z.string().max(300), z.number()]).nullish(),
    resourceType: z.string().max(50).nullish(),
    customTitle: z.string().max(MAX_LINK_TITLE).nullish(),
    url: z.string().max(MAX_LINK_URL).nullish(),
  }),
  response: sidebarLink,
})

const linkParams = z.object({ id: z.string().max(30) })
const ofSpace = z.looseObject({ spaceKey })
export const moveLink = endpoint({
  method: 'POST',
  path: `${ROOT}/link/:id/move`,
  tag: TAG,
  summary: 'Move a link to the first place, or after another one',
  params: linkParams,
  body: z.looseObject({
    spaceKey,
    position: z.string().max(20).nullish(),
    /** Predecessor: `/rest/ia/1.0/link/12`, or its target. */
    after: z.string().max(MAX_LINK_URL).nullish(),
  }),
  response: sidebarLink,
})
export const hideLink = endpoint({
  method: 'POST',
  path: `${ROOT}/link/:id/hide`,
  tag: TAG,
  summary: 'Hide a main link',
  params: linkParams,
  body: ofSpace,
  response: sidebarLink,
})
export const showLink = endpoint({
  method: 'POST',
  path: `${ROOT}/link/:id/show`,
  tag: TAG,
  summary: 'Show a hidden main link',
  params: linkParams,
  body: ofSpace,
  response: sidebarLink,
})
/** The key is in the query or the body. */
export const removeLink = endpoint({
  method: 'DELETE',
  path: `${ROOT}/link/:id`,
  tag: TAG,
  summary: 'Remove a shortcut',
  params: linkParams,
  query: z.looseObject({ spaceKey: spaceKey.optional() }),
  body: z.looseObject({ spaceKey: spaceKey.optional() }).optional(),
  response: z.void(),
  status: 204,
})

export const shownOrHidden = z.enum(['show', 'hide'])
export const navType = z.enum(['page-tree', 'pages'])
export const sidebarOptions = z.object({
  /** Page tree or child pages. */
  navType,
  quickLinksState: shownOrHidden,
  /** `hide` removes both. */
  pageTreeState: shownOrHidden,
})
export type SidebarOptions = z.output<typeof sidebarOptions>

export const setOption = endpoint({
  method: 'POST',
  path: `${ROOT}/space/option`,
  tag: TAG,
  summary: "Change an option of a space's sidebar",
  body: z.looseObject({
    spaceKey,
    option: z.enum(['nav-type', 'quick-links-state', 'page-tree-state']),
    value: z.string().max(50),
  }),
  response: sidebarOptions,
})

const childPage = z.object({ pageId: z.string(), url: z.string(), title: z.string() })
const namedPage = childPage.extend({ active: z.boolean() })
export const childPages = z.object({
  /** Parent; null at the top. */
  parentPage: namedPage.nullable(),
  currentPage: namedPage,
  initialChildPages: z.array(childPage),
  remainingChildPages: z.array(childPage),
  /** Number beyond the first ones, sent or not. */
  remainingCount: z.number(),
  /** Empty without permission. */
  createLink: z.string(),
})
export type ChildPages = z.output<typeof childPages>
export const getChildPages = endpoint({
  method: 'GET',
  path: `${ROOT}/space/childPagesContextualNav`,
  tag: TAG,
  summary: 'A page with the one above it and those below it',
  query: z.looseObject({ pageId: contentId }),
  response: childPages,
})

/** Blog tree node: year, month or post. */
export interface PageTreeItem {
  /** Empty for groups. */
  pageId: string
  title: string
  /** Empty for groups. */
  url: string
  hasChildren: boolean
  /** Loaded children. */
  children: PageTreeItem[]
  /** The current post or an ancestor of it. */
  active: boolean
  /** `1` year, `2` month, empty for posts. */
  groupType: string
  /** `2026`, `11/2026`. */
  groupValue: string
}
export const pageTreeItem: z.ZodType<PageTreeItem> = z.object({
  pageId: z.string(),
  title: z.string(),
  url: z.string(),
  hasChildren: z.boolean(),
  children: z.lazy(() => z.array(pageTreeItem)),
  active: z.boolean(),
  groupType: z.string(),
  groupValue: z.string(),
})
export const blogSubtree = endpoint({
  method: 'GET',
  path: `${ROOT}/pagetree/blog/subtree`,
  tag: TAG,
  summary: "Years of a space's blog; the months of a year; the posts of a month, newest first",
  query: z.looseObject({
    spaceKey,
    groupType: z.string().max(10).default(''),
    groupValue: z.string().max(10).default(''),
    ...pagingQuery(BLOG_PAGE_SIZE),
  }),
  response: z.array(pageTreeItem),
})

/** Spaces menu HTML for `#space-menu-link-content`, as requested by old clients. */
export const spacesMenu = endpoint({
  method: 'GET',
  path: `${ROOT}/spacesmenu`,
  tag: TAG,
  summary: 'The spaces menu of the top bar, as HTML',
  response: z.object({ template: z.string() }),
})

/** Sidebar data beside the page tree (`parts.sidebar`). */
export const sidebarView = sidebarOptions.extend({
  mainLinks: links,
  quickLinks: links,
  advancedLinks: links,
  /** Rendered custom content; may be empty. */
  customHtml: z.string(),
  /** Child pages in place of the tree; more on demand. */
  childPages: childPages.nullable(),
  /** On blog posts. */
  blog: z.array(pageTreeItem).nullable(),
})
export type SidebarView = z.output<typeof sidebarView>

const customContent = z.object({ storage: z.string(), html: z.string() })
export const getCustomContent = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces/:key/sidebar-content',
  tag: TAG,
  summary: "Custom content of a space's sidebar",
  params: z.object({ key: spaceKey }),
  response: customContent,
})
export const setCustomContent = endpoint({
  method: 'PUT',
  path: '/rest/oxbow/1.0/spaces/:key/sidebar-content',
  tag: TAG,
  summary: "Change the custom content of a space's sidebar",
  params: z.object({ key: spaceKey }),
  body: z.object({ storage: z.string().max(MAX_CUSTOM_CONTENT) }),
  response: customContent,
})

const collected = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  authorName: z.string(),
  /** ISO 8601. */
  at: z.string(),
})
export type CollectedPage = z.output<typeof collected>
/** Pages of a space by last change, or posts by creation, newest first. */
export const listCollection = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces/:key/collection',
  tag: TAG,
  summary: 'Pages or posts of a space, newest first',
  params: z.object({ key: spaceKey }),
  query: z.object({ of: z.enum(['pages', 'blogs']), cursor: z.string().max(40).optional() }),
  response: z.object({
    space: z.object({ key: z.string(), name: z.string(), url: z.string() }),
    /** Empty without permission. */
    createLink: z.string(),
    results: z.array(collected),
    nextCursor: z.string().nullable(),
  }),
})
