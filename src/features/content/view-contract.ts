import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseInteger, pagingQuery, pageSchema } from '#platform/wire.ts'
import { TREE_PAGE_SIZE } from './shared.ts'

/** Calls of the screens; clients use those of `contract.ts`. */
const TAG = 'screens'

export const person = z.object({
  username: z.string(),
  userKey: z.string(),
  displayName: z.string(),
  avatarUrl: z.string(),
  /** Absent without permission to view the profile. */
  profileUrl: z.string().optional(),
})
export type PersonView = z.output<typeof person>

/** The reader's permissions on a page. */
export const pagePermissions = z.object({
  update: z.boolean(),
  delete: z.boolean(),
  purge: z.boolean(),
  restrict: z.boolean(),
  createChild: z.boolean(),
  createComment: z.boolean(),
  createAttachment: z.boolean(),
  export: z.boolean(),
  administerSpace: z.boolean(),
})

export const crumb = z.object({ id: z.string(), title: z.string(), url: z.string() })

/** Page or post as displayed. */
export const pageView = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  status: z.enum(['current', 'draft', 'trashed']),
  /** ISO 8601; null outside the trash. */
  trashedAt: z.string().nullable(),
  title: z.string(),
  url: z.string(),
  tinyUrl: z.string(),
  version: z.number(),
  parentId: z.string().nullable(),
  postingDay: z.string().nullable(),
  space: z.object({
    id: z.number(),
    key: z.string(),
    name: z.string(),
    type: z.enum(['global', 'personal']),
    status: z.string(),
    homePageId: z.string().nullable(),
    url: z.string(),
  }),
  html: z.string(),
  ancestors: z.array(crumb),
  createdBy: person.nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  updatedBy: person.nullable(),
  updatedAt: z.string(),
  /** `explicit`: the page has restrictions; `inherited`: an ancestor restricts viewing. */
  restricted: z.enum(['no', 'explicit', 'inherited']),
  permissions: pagePermissions,
  attachmentCount: z.number(),
  /** Older version displayed instead of the current one. */
  shownVersion: z.object({ number: z.number(), title: z.string(), at: z.string(), by: person.nullable() }).nullable(),
  hasDraft: z.boolean(),
  /** Data of other features, by name. */
  parts: z.record(z.string(), z.unknown()),
})
export type PageView = z.output<typeof pageView>

export const getPageView = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/pages/:id',
  tag: TAG,
  summary: 'All that the screen of a page shows',
  params: z.object({ id: contentId }),
  query: z.object({ version: looseInteger.optional() }),
  response: pageView,
})

export const pageOembed = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/oembed/pages',
  tag: TAG,
  summary: 'oEmbed (oembed.com) of a page that everyone may read',
  query: z.object({ url: z.string().max(2000), format: z.string().max(20).default('json') }).loose(),
  response: z.object({
    version: z.literal('1.0'),
    type: z.literal('link'),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
  }),
})

/** Target of an address: space home, page or post by title, or tiny link. */
export const address = z.object({
  spaceKey: z.string().optional(),
  title: z.string().optional(),
  postingDay: z.string().optional(),
  tiny: z.string().optional(),
})
export type Address = z.output<typeof address>

/** Resolves an address to a page for client-side navigation. */
export const resolveAddress = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/address',
  tag: TAG,
  summary: 'The page, post or space home at an address',
  query: address,
  response: z.object({ id: z.string() }).or(
    /** Profile of a user without a personal space, or the page that had the title. */
    z.object({ redirect: z.string() }),
  ),
})

export const treeNode = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  hasChildren: z.boolean(),
  restricted: z.boolean(),
})
export type PageTreeNode = z.output<typeof treeNode>

/** Children of a page in tree order; of the space without `parent`. */
export const treeChildren = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces/:key/pages',
  tag: TAG,
  summary: 'One level of the page tree',
  params: z.object({ key: z.string() }),
  query: z.object({ parent: contentId.optional(), ...pagingQuery(TREE_PAGE_SIZE) }),
  response: pageSchema(treeNode),
})

export const treeLevel = z.object({
  /** Null for the top level. */
  parent: z.string().nullable(),
  nodes: z.array(treeNode),
  /** Offset of the next nodes on this level; null at the end. */
  next: z.number().nullable(),
  /** Nodes around a distant one: their offset, and that of the next. */
  far: z.object({ nodes: z.array(treeNode), start: z.number(), next: z.number().nullable() }).optional(),
})
export type TreeLevel = z.output<typeof treeLevel>
export const pageTree = z.object({
  space: z.object({
    key: z.string(),
    name: z.string(),
    type: z.enum(['global', 'personal']),
    url: z.string(),
    iconUrl: z.string(),
    homePageId: z.string().nullable(),
    favourite: z.boolean(),
  }),
  /** The reader may create, move and reorder pages. */
  canCreate: z.boolean(),
  canAdminister: z.boolean(),
  levels: z.array(treeLevel),
})
export type PageTree = z.output<typeof pageTree>

/** Sidebar data of a space. */
export const spaceSidebarView = pageTree.extend({
  /** The space is archived. */
  isReadOnly: z.boolean(),
  /** Data of other features, by name. */
  parts: z.record(z.string(), z.unknown()),
})
export type SpaceSidebarView = z.output<typeof spaceSidebarView>

/** Initial tree: the top level, each level down to the page, and its children. */
export const openTree = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces/:key/tree',
  tag: TAG,
  summary: 'What the sidebar of a space shows: its name, and the page tree open at a page',
  params: z.object({ key: z.string() }),
  query: z.object({ page: contentId.optional() }),
  response: spaceSidebarView,
})
