import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, contentId, expandQuery, looseInteger, pageSchema, pagingQuery } from '#platform/wire.ts'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { CONTENT_BODY_LIMIT } from './shared.ts'
import { person } from './view-contract.ts'

const TAG = 'content versions'
const idParams = z.object({ id: contentId })
const versionParams = z.object({ id: contentId, number: looseInteger })

/** Newest first. */
export const listVersions = endpoint({
  method: 'GET',
  path: '/rest/experimental/content/:id/version',
  tag: TAG,
  summary: 'Versions, newest first',
  params: idParams,
  query: z.object({ expand: expandQuery, ...pagingQuery(200) }),
})
export const getVersion = endpoint({
  method: 'GET',
  path: '/rest/experimental/content/:id/version/:number',
  tag: TAG,
  summary: 'One version',
  params: versionParams,
  query: z.object({ expand: expandQuery }),
})
export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/rest/experimental/content/:id/version/:number',
  tag: TAG,
  summary: 'Delete an older version',
  params: versionParams,
  status: 204,
})
export const restoreVersion = endpoint({
  method: 'POST',
  path: '/rest/experimental/content/:id/version',
  tag: TAG,
  summary: 'Make an older version the current one again',
  params: idParams,
  body: z.object({
    operationKey: z.literal('restore'),
    params: z.object({ versionNumber: looseInteger, message: z.string().optional() }),
  }),
})
export const getHistory = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/history',
  tag: TAG,
  summary: 'Who wrote the content and when',
  params: idParams,
  query: z.object({ expand: expandQuery }),
})
export const macroById = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/history/:number/macro/id/:macroId',
  tag: TAG,
  summary: 'Body and parameters of a macro',
  params: z.object({ id: contentId, number: looseInteger, macroId: z.string().max(200) }),
})
export const macroByHash = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/history/:number/macro/hash/:hash',
  tag: TAG,
  summary: 'Body and parameters of a macro by the MD5 of its body, or by its id',
  params: z.object({ id: contentId, number: looseInteger, hash: z.string().max(200) }),
})

export const versionHead = z.object({
  number: z.number(),
  title: z.string(),
  message: z.string(),
  minor: z.boolean(),
  at: z.string(),
  author: person.nullable(),
  /** Others whose changes the version published: they had edited the page together. */
  otherAuthors: z.array(person),
})
/** Two versions as rendered HTML with `ins` and `del`. */
export const comparison = z.object({
  from: versionHead,
  to: versionHead,
  /** Older version with removals marked, left side. */
  before: z.string(),
  /** Newer version with additions marked, right side. */
  after: z.string(),
  /** Both combined. */
  inline: z.string(),
  /** False when the texts were too long for a word diff: nothing is marked. */
  complete: z.boolean(),
})
export type Comparison = z.output<typeof comparison>
export const compareVersions = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/compare',
  tag: TAG,
  summary: 'Compare two versions',
  params: idParams,
  query: z.object({ from: looseInteger, to: looseInteger }),
  response: comparison,
})

export const draft = z.object({
  contentId: z.string(),
  title: z.string(),
  storage: z.string(),
  baseVersion: z.number(),
  /** Published version; greater than `baseVersion` after a concurrent publish. */
  currentVersion: z.number(),
  updatedAt: z.string(),
  /** Identifies the stored text, title and base. */
  revision: z.string(),
})
export type DraftView = z.output<typeof draft>
export const getDraft = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/draft',
  tag: TAG,
  summary: "The reader's unpublished change of a page",
  params: idParams,
  response: z.object({ draft: draft.nullable() }),
})
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/rest/oxbow/1.0/content/:id/draft',
  tag: TAG,
  summary: 'Keep what the user has typed',
  params: idParams,
  bodyLimit: CONTENT_BODY_LIMIT,
  body: z.object({
    title: z.string().max(1000),
    storage: z.string(),
    baseVersion: looseInteger,
    /** `revision` of the draft this continues, empty for none: 409 when the stored one differs. Absent: overwrites. */
    basedOn: z.string().max(64).optional(),
  }),
  response: draft,
})
export const discardDraft = endpoint({
  method: 'DELETE',
  path: '/rest/oxbow/1.0/content/:id/draft',
  tag: TAG,
  summary: 'Forget what the user has typed',
  params: idParams,
  status: 204,
})
export const copyPage = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/content/:id/copy',
  tag: TAG,
  summary: 'Copy a page, with or without what is below it',
  params: idParams,
  body: z.object({
    spaceKey: z.string().optional(),
    parentId: contentId.nullable().optional(),
    title: z.string().max(MAX_TITLE_LENGTH).optional(),
    titlePrefix: z.string().max(100).default(''),
    hierarchy: z.boolean().default(false),
    attachments: z.boolean().default(true),
    labels: z.boolean().default(true),
    properties: z.boolean().default(true),
    /** Whether the copy keeps what restricts its source: its own restrictions and those that it inherits. */
    restrictions: z.boolean().default(true),
  }),
})
export const trashTree = endpoint({
  method: 'DELETE',
  path: '/rest/oxbow/1.0/content/:id/tree',
  tag: TAG,
  summary: 'Move a page and everything below it to the trash',
  params: idParams,
})
export const getRestoreObstacles = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/restore',
  tag: TAG,
  summary: 'Reasons why trashed content cannot come back as it was: a taken title, a parent in the trash',
  params: idParams,
  response: z.object({
    /** Restoring needs another title. */
    isTitleTaken: z.boolean(),
    /** The page goes to the top, and below its parent when that is restored. */
    parentInTrash: z.object({ title: z.string() }).nullable(),
  }),
})
export const listTrash = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/trash',
  tag: TAG,
  summary: 'Trashed content of a space, last deleted first',
  params: z.object({ key: z.string() }),
  query: z.object({ expand: expandQuery, cursor: z.string().optional(), ...pagingQuery(25) }),
})
export const emptyTrash = endpoint({
  method: 'DELETE',
  path: '/rest/api/space/:key/trash',
  tag: TAG,
  summary: 'Delete all trashed content of a space for good',
  params: z.object({ key: z.string() }),
  status: 204,
})
export const scanContent = endpoint({
  method: 'GET',
  path: '/rest/api/content/scan',
  tag: TAG,
  summary: 'All content of a space by cursor',
  query: z.object({
    spaceKey: z.string().optional(),
    type: z.string().default('page'),
    status: z.string().default('current'),
    cursor: z.string().max(200).optional(),
    expand: expandQuery,
    ...pagingQuery(25),
  }),
})
export const recentChange = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  title: z.string(),
  url: z.string(),
  space: z.object({ key: z.string(), name: z.string() }),
  updatedAt: z.string(),
  updatedBy: person.nullable(),
  version: z.number(),
})
export type RecentChange = z.output<typeof recentChange>
/** Changes visible to the reader, newest first. */
export const recentlyUpdated = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/recently-updated',
  tag: TAG,
  summary: 'Recently updated pages and posts',
  query: z.object({
    spaceKey: z.string().optional(),
    cursor: z.string().max(100).optional(),
    limit: clampedInteger({ least: 1, most: 100, otherwise: 20 }),
  }),
  response: z.object({ results: z.array(recentChange), nextCursor: z.string().nullable() }),
})

/** The reader's unpublished pages and edits. */
export const ownDraft = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  title: z.string(),
  editUrl: z.string(),
  /** False for an edit of a published page. */
  isNew: z.boolean(),
  space: z.object({ key: z.string(), name: z.string() }),
  updatedAt: z.string(),
})
export type OwnDraft = z.output<typeof ownDraft>
export const listDrafts = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/drafts',
  tag: TAG,
  summary: "The reader's drafts, last touched first",
  query: z.object(pagingQuery(10)),
  response: pageSchema(ownDraft),
})
