import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import {
  commaList,
  contentId,
  contentIds,
  emptyAsAbsent,
  expandQuery,
  looseBoolean,
  looseInteger,
  pageSchema,
  pagingQuery,
  repeatable,
} from '#platform/wire.ts'
import { CONTENT_BODY_LIMIT, CONVERT_BODY_LIMIT } from './shared.ts'

const TAG = 'content'

const idParams = z.object({ id: contentId })

/** Content of the REST interface; unexpanded parts are in `_expandable`. */
export const content = z
  .object({
    id: z.string(),
    type: z.enum(['page', 'blogpost', 'comment', 'attachment']),
    status: z.enum(['current', 'draft', 'trashed', 'historical']),
    title: z.string(),
    extensions: z.record(z.string(), z.unknown()),
    _links: z.record(z.string(), z.string()),
    _expandable: z.record(z.string(), z.string()),
  })
  .loose()

const body = z.object({ value: z.string(), representation: z.string() }).loose()
/** Clients send whole fetched objects: read-only and unknown fields are ignored. */
const bodies = z
  .object({
    storage: body.optional(),
    wiki: body.optional(),
    editor: body.optional(),
    markdown: body.optional(),
  })
  .loose()
const ancestor = z.object({ id: z.union([z.string(), z.number()]).optional() }).loose()
const version = z
  .object({
    number: looseInteger.optional(),
    message: z.string().nullish(),
    minorEdit: looseBoolean.nullish(),
  })
  .loose()

/** Accepted statuses. Nothing is ever `archived`. */
const STATUSES = ['current', 'draft', 'trashed', 'historical', 'archived', 'any'] as const
const namedStatus = z
  .string()
  .toLowerCase()
  .pipe(z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`))
const oneStatus = emptyAsAbsent(namedStatus.optional())
const statuses = commaList.pipe(z.array(namedStatus))

/** Input to create or update content. */
export const contentInput = z
  .object({
    id: z.union([z.string(), z.number()]).optional(),
    type: z.string().optional(),
    status: oneStatus,
    title: z.string().optional(),
    space: z
      .object({ key: z.string().optional(), id: z.union([z.number(), z.string()]).optional() })
      .loose()
      .nullish(),
    ancestors: z.array(ancestor).nullish(),
    container: z
      .object({ id: z.union([z.string(), z.number()]).optional(), type: z.string().optional() })
      .loose()
      .nullish(),
    body: bodies.nullish(),
    version: version.nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    extensions: z.record(z.string(), z.unknown()).nullish(),
    postingDay: z.string().nullish(),
  })
  .loose()
export type ContentInput = z.output<typeof contentInput>

export const listContent = endpoint({
  method: 'GET',
  path: '/rest/api/content',
  tag: TAG,
  summary: 'Contents by space, title, status, day or id',
  query: z.object({
    type: z.string().default('page'),
    spaceKey: repeatable,
    title: z.string().optional(),
    status: statuses,
    postingDay: z.string().optional(),
    ids: contentIds,
    label: repeatable.refine(labels => labels.length <= 100, 'at most 100 labels'),
    expand: expandQuery,
    ...pagingQuery(25),
  }),
  response: pageSchema(content),
})

export const createContent = endpoint({
  method: 'POST',
  path: '/rest/api/content',
  tag: TAG,
  summary: 'Create a page, blog post or comment',
  query: z.object({ expand: expandQuery, status: oneStatus }),
  body: contentInput,
  bodyLimit: CONTENT_BODY_LIMIT,
  response: content,
})

export const getContent = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id',
  tag: TAG,
  summary: 'One content',
  params: idParams,
  query: z.object({ expand: expandQuery, version: emptyAsAbsent(looseInteger.optional()), status: statuses }),
  response: content,
})

export const updateContent = endpoint({
  method: 'PUT',
  path: '/rest/api/content/:id',
  tag: TAG,
  summary: 'Change content: write version + 1, publish a draft, move, or restore from the trash',
  params: idParams,
  query: z.object({ expand: expandQuery, status: oneStatus }),
  body: contentInput,
  bodyLimit: CONTENT_BODY_LIMIT,
  response: content,
})

export const deleteContent = endpoint({
  method: 'DELETE',
  path: '/rest/api/content/:id',
  tag: TAG,
  summary: 'Move to the trash, forget a draft, or delete trashed content for good',
  params: idParams,
  query: z.object({ status: oneStatus }),
  status: 204,
})

export const childTypes = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/child',
  tag: TAG,
  summary: 'Children by type',
  params: idParams,
  query: z.object({ expand: expandQuery }),
})
export const children = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/child/:type',
  tag: TAG,
  summary: 'Children of one type, pages in tree order',
  params: z.object({ id: contentId, type: z.string() }),
  query: z.object({ expand: expandQuery, ...pagingQuery(25) }),
  response: pageSchema(content),
})
export const descendantTypes = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/descendant',
  tag: TAG,
  summary: 'Everything below a page, by type',
  params: idParams,
  query: z.object({ expand: expandQuery }),
})
export const descendantsOfType = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/descendant/:type',
  tag: TAG,
  summary: 'Everything of one type below a page',
  params: z.object({ id: contentId, type: z.string() }),
  query: z.object({ expand: expandQuery, ...pagingQuery(25) }),
  response: pageSchema(content),
})

export const movePosition = endpoint({
  method: 'PUT',
  path: '/rest/api/content/:id/move/:position/:target',
  tag: TAG,
  summary: 'Move a page next to or below another',
  params: z.object({ id: contentId, position: z.enum(['append', 'before', 'after']), target: contentId }),
  response: z.object({ pageId: z.string(), id: z.string() }),
})
export const movePageAction = endpoint({
  method: 'POST',
  path: '/pages/movepage.action',
  tag: TAG,
  summary: 'Move a page, as older programs do',
  encoding: 'form',
  body: z.object({
    pageId: contentId,
    spaceKey: z.string().optional(),
    targetId: contentId.optional(),
    targetTitle: z.string().optional(),
    position: z.enum(['append', 'above', 'below', 'topLevel']).default('append'),
  }),
})

export const convertBody = endpoint({
  onlyReads: true,
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/rest/api/contentbody/convert/:to',
  tag: TAG,
  summary: 'Convert a body to another representation',
  params: z.object({ to: z.string() }),
  query: z.object({
    spaceKeyContext: z.string().optional(),
    pageIdContext: z.string().optional(),
    expand: expandQuery,
  }),
  body: z.object({ value: z.string(), representation: z.string() }).loose(),
  bodyLimit: CONVERT_BODY_LIMIT,
  response: z.object({ value: z.string(), representation: z.string() }).loose(),
})

export const spaceContent = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/content',
  tag: TAG,
  summary: 'Pages and posts of a space',
  params: z.object({ key: z.string() }),
  query: z.object({ depth: z.enum(['all', 'root']).default('all'), expand: expandQuery, ...pagingQuery(25) }),
})
export const spaceContentOfType = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/content/:type',
  tag: TAG,
  summary: 'Pages or posts of a space',
  params: z.object({ key: z.string(), type: z.enum(['page', 'blogpost']) }),
  query: z.object({ depth: z.enum(['all', 'root']).default('all'), expand: expandQuery, ...pagingQuery(25) }),
  response: pageSchema(content),
})

export * from './versions-contract.ts'
export * from './view-contract.ts'
