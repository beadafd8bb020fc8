import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseInteger, pagingQuery } from '#platform/wire.ts'
import { TREE_PAGE_SIZE } from './shared.ts'

/** Calls behind the screens; programs use those of `contract.ts`. */
const TAG = 'screens'

export const person = z.object({
  username: z.string(), userKey: z.string(), displayName: z.string(), avatarUrl: z.string(),
  /** Absent where the reader may not view the profile. */
  profileUrl: z.string().optional(),
})
export type PersonView = z.output<typeof person>

/** What the reader may do with a page; the browser never guesses. */
export const pagePermissions = z.object({
  update: z.boolean(), delete: z.boolean(), purge: z.boolean(), restrict: z.boolean(), createChild: z.boolean(),
  createComment: z.boolean(), createAttachment: z.boolean(), export: z.boolean(), administerSpace: z.boolean(),
})

export const crumb = z.object({ id: z.string(), title: z.string(), url: z.string() })

/** A page or post as its screen shows it. */
export const pageView = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  status: z.enum(['current', 'draft', 'trashed']),
  /** ISO 8601; null for what is not in the trash. */
  trashedAt: z.string().nullable(),
  title: z.string(),
  url: z.string(),
  tinyUrl: z.string(),
  version: z.number(),
  parentId: z.string().nullable(),
  postingDay: z.string().nullable(),
  space: z.object({
    id: z.number(), key: z.string(), name: z.string(), type: z.enum(['global', 'personal']), status: z.string(),
    homePageId: z.string().nullable(), url: z.string(),
  }),
  /** Rendered article. */
  html: z.string(),
  ancestors: z.array(crumb),
  createdBy: person.nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  updatedBy: person.nullable(),
  updatedAt: z.string(),
  /** `explicit`: the page itself is restricted for viewing or editing; else `inherited`: a page above is for viewing. */
  restricted: z.enum(['no', 'explicit', 'inherited']),
  permissions: pagePermissions,
  attachmentCount: z.number(),
  /** The older version that is shown in the place of the current one. */
  shownVersion: z.object({ number: z.number(), title: z.string(), at: z.string(), by: person.nullable() }).nullable(),
  /** The reader has typed a change of this page and not published it. */
  hasDraft: z.boolean(),
  /** What other features show on the page, by their name. */
  parts: z.record(z.string(), z.unknown()),
})
export type PageView = z.output<typeof pageView>

export const getPageView = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/pages/:id', tag: TAG, summary: 'All that the screen of a page shows',
  params: z.object({ id: contentId }), query: z.object({ version: looseInteger.optional() }), response: pageView,
})

/** What an address names: a space's home, a page or post by its title, or a tiny link. */
export const address = z.object({
  spaceKey: z.string().optional(), title: z.string().optional(), postingDay: z.string().optional(), tiny: z.string().optional(),
})
export type Address = z.output<typeof address>

/** Finds the page of an address, so that the browser can follow links without loading a document. */
export const resolveAddress = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/address', tag: TAG, summary: 'The page, post or space home at an address',
  query: address,
  response: z.object({ id: z.string() }),
})

export const treeNode = z.object({
  id: z.string(), title: z.string(), url: z.string(), hasChildren: z.boolean(), restricted: z.boolean(),
})
export type PageTreeNode = z.output<typeof treeNode>

/** Children of a page in tree order; of the space when `parent` is absent. */
export const treeChildren = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/spaces/:key/pages', tag: TAG, summary: 'One level of the page tree',
  params: z.object({ key: z.string() }),
  query: z.object({ parent: contentId.optional(), ...pagingQuery(TREE_PAGE_SIZE) }),
  response: z.object({
    results: z.array(treeNode), start: z.number(), limit: z.number(), size: z.number(), _links: z.record(z.string(), z.unknown()),
  }),
})

export const treeLevel = z.object({
  /** Null for the top level. */
  parent: z.string().nullable(),
  nodes: z.array(treeNode),
  /** Offset of the nodes that follow on this level; null when all are here. */
  next: z.number().nullable(),
  /** Nodes around one that stands away from the first ones: where they begin, and the offset of those after them. */
  far: z.object({ nodes: z.array(treeNode), start: z.number(), next: z.number().nullable() }).optional(),
})
export type TreeLevel = z.output<typeof treeLevel>
export const pageTree = z.object({
  space: z.object({
    key: z.string(), name: z.string(), type: z.enum(['global', 'personal']), url: z.string(), iconUrl: z.string(),
    homePageId: z.string().nullable(), favourite: z.boolean(),
  }),
  /** The reader may create, move and reorder pages in the space. */
  canCreate: z.boolean(),
  /** The reader administers the space. */
  canAdminister: z.boolean(),
  levels: z.array(treeLevel),
})
export type PageTree = z.output<typeof pageTree>

/** All that the sidebar of a space shows. */
export const spaceSidebarView = pageTree.extend({
  /** The space is archived: nothing in it may be changed. */
  isReadOnly: z.boolean(),
  /** What other features show in the sidebar, by their name. */
  parts: z.record(z.string(), z.unknown()),
})
export type SpaceSidebarView = z.output<typeof spaceSidebarView>

/** The tree as it opens: the top level and each level on the way to the page, that of its children included. */
export const openTree = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/spaces/:key/tree', tag: TAG, summary: 'What the sidebar of a space shows: its name, and the page tree open at a page',
  params: z.object({ key: z.string() }), query: z.object({ page: contentId.optional() }), response: spaceSidebarView,
})
