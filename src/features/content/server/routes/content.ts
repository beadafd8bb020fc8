import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { parseExpand, type Expand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { listContents, meantTitleKey, type ContentRow, type ContentType } from '#features/content-core/server/read.ts'
import {
  createPage,
  dayOf,
  dropDraft,
  purgeContent,
  restoreContent,
  trashContent,
  updatePage,
} from '#features/content-core/server/write.ts'
import {
  createContent,
  deleteContent,
  getContent,
  listContent,
  updateContent,
  type ContentInput,
} from '../../contract.ts'
import { contentCreators, contentUpdaters } from '../extension-points.ts'
import { markdownAnswer } from '../view/markdown-answer.ts'
import { historicalWire } from '../wire/historical.ts'
import { windowFor } from '../wire/window.ts'
import { contentWire, singleWire } from '../wire/wire.ts'
import { bodyOf, parentOf, positionIn, spaceOf, spacesOf } from './input.ts'

/** Expansion of a single answer when the client names none. */
const SINGLE = 'history,space,version'
/** Answers to writes carry the text and ancestors, whatever was asked for: a client breaks without them. */
const WRITTEN = 'history,space,version,body.storage,ancestors,container'

/** Content: read, created, changed, deleted. */
export function contentRoutes({ http }: App): void {
  http.handleCached(listContent, async ({ ctx, query, url }) => {
    const expand = parseExpand(query.expand)
    const window = windowFor(query, expand)
    const page = pageOf({ url }, ctx.app, window, await findContents(ctx, window))
    return {
      ...page,
      results: await contentWire(ctx, page.results, expand),
      // The answer to "is this title taken?" for callers that ask by space and title.
      ...(query.title !== undefined && query.spaceKey.length > 0 ? { exists: page.size > 0 } : {}),
    }
  })

  http.handle(createContent, async ({ ctx, body, query, request }) => {
    const row = await create(ctx, body, query.status, request)
    return await singleWire(ctx, row, writtenExpand(query.expand))
  })

  http.handleCached(getContent, async ({ ctx, params, query, asMarkdown }) => {
    const expand = parseExpand(query.expand ?? SINGLE)
    const row = await readOne(ctx, params.id, query.status)
    if (asMarkdown) return markdownAnswer(ctx, row, query.version)
    if (query.version !== undefined && query.version !== row.version) {
      return await historicalWire(ctx, row, query.version, expand)
    }
    return await singleWire(ctx, row, expand)
  })

  http.handle(updateContent, async ({ ctx, params, body, query }) => {
    const row = await update(ctx, params.id, body, query.status)
    return await singleWire(ctx, row, writtenExpand(query.expand))
  })

  http.handle(deleteContent, async ({ ctx, params, query }) => {
    const row = await requireContent(ctx, params.id, { trashed: true })
    if (query.status === 'trashed') {
      if (row.status !== 'trashed') throw badRequest('Only trashed content can be purged: delete it first')
      await purgeContent(ctx, row)
    } else if (row.status === 'trashed') throw noContent(params.id)
    else if (row.status === 'draft') await purgeContent(ctx, row)
    // The draft of something published is the change that its reader has not published.
    else if (query.status === 'draft') await dropDraft(ctx, row.id)
    else if (row.type === 'comment') await purgeContent(ctx, row)
    else await trashContent(ctx, row)
    return Answer.empty()
  })
}

function writtenExpand(expand: string | undefined): Expand {
  return parseExpand(WRITTEN, expand)
}

async function create(
  ctx: Context,
  input: ContentInput,
  statusParameter: string | undefined,
  request: FastifyRequest,
): Promise<ContentRow> {
  const type = input.type ?? ''
  const creator = ctx.app.extensions.all(contentCreators).find(candidate => candidate.type === type)
  if (creator) return creator.create(ctx, input, request)
  if (type !== 'page' && type !== 'blogpost') {
    const key =
      type === ''
        ? 'is required; use page, blogpost or comment'
        : '"{{type}}" cannot be created here; use page, blogpost or comment'
    throw badRequest(key, { field: 'type', values: { type: type.slice(0, 40) }, forPrograms: true })
  }
  const space = await spaceOf(ctx, input)
  if (!space) throw badRequest('is required', { field: 'space.key', forPrograms: true })
  const status = input.status ?? statusParameter ?? 'current'
  if (status !== 'current' && status !== 'draft') {
    throw badRequest('"{{status}}" is not a status to create with; use current or draft', {
      field: 'status',
      values: { status: status.slice(0, 40) },
      forPrograms: true,
    })
  }
  if (input.title === undefined && status === 'current') throw badRequest('a title is required', { field: 'title' })
  return createPage(ctx, {
    type,
    status,
    space,
    parentId: type === 'page' ? (parentOf(input) ?? null) : null,
    title: input.title ?? '',
    body: bodyOf(input),
    message: input.version?.message ?? '',
    postingDay: input.postingDay ?? (input.extensions?.['postingDay'] as string | undefined),
    metadata: input.metadata ?? {},
    position: type === 'page' ? positionIn(input) : undefined,
  })
}

async function update(
  ctx: Context,
  id: number,
  input: ContentInput,
  statusParameter: string | undefined,
): Promise<ContentRow> {
  const row = await requireContent(ctx, id, { trashed: true })
  const updater = ctx.app.extensions.all(contentUpdaters).find(candidate => candidate.type === row.type)
  if (updater) return updater.update(ctx, row, input)
  if (input.type !== undefined && input.type !== row.type) {
    throw badRequest('this content is a {{type}} and cannot become a {{asked}}', {
      field: 'type',
      values: { type: row.type, asked: input.type.slice(0, 40) },
      forPrograms: true,
    })
  }
  if (row.status === 'trashed') {
    if (input.status !== 'current') {
      throw badRequest('This content is in the trash; send status "current" to restore it', { forPrograms: true })
    }
    return restoreContent(ctx, row, input.title)
  }
  const number = input.version?.number
  if (number === undefined && row.status !== 'draft')
    throw badRequest('is required, the current number + 1', {
      field: 'version.number',
      forPrograms: true,
    })
  const space = await spaceOf(ctx, input)
  const status =
    input.status === 'draft' || (statusParameter === 'draft' && input.status !== 'current') ? 'draft' : 'current'
  return updatePage(ctx, row, {
    version: number ?? 1,
    message: input.version?.message ?? undefined,
    minor: input.version?.minorEdit ?? undefined,
    title: input.title,
    body: bodyOf(input),
    parentId: row.type === 'page' ? parentOf(input) : undefined,
    space,
    position: positionIn(input),
    status,
    metadata: input.metadata ?? {},
  })
}

async function readOne(ctx: Context, id: number, statuses: readonly string[]): Promise<ContentRow> {
  const wanted = statuses.length === 0 ? ['current'] : statuses
  const row = await requireContent(ctx, id, { trashed: wanted.includes('any') || wanted.includes('trashed') })
  if (wanted.includes('any') || wanted.includes(row.status)) return row
  // A file of a draft is a draft in the database alone: programs know a status of pages and posts.
  if (row.type === 'attachment' && row.status === 'draft' && wanted.includes('current')) return row
  // Older versions and unpublished changes are reported by the id of the published content.
  if (row.status === 'current' && (wanted.includes('historical') || wanted.includes('draft'))) return row
  throw noContent(id)
}

interface ListQuery {
  type: string
  spaceKey: string[]
  title?: string | undefined
  status: string[]
  postingDay?: string | undefined
  ids: number[]
  label: string[]
  start: number
  limit: number
}

/** Rows of one page of the list and one more, which means that another page follows. */
async function findContents(ctx: Context, query: ListQuery): Promise<ContentRow[]> {
  const spaces = await spacesOf(ctx, query.spaceKey)
  return listContents(ctx, {
    type: typeOf(query.type),
    spaceIds: query.spaceKey.length > 0 ? spaces.map(space => space.id) : undefined,
    titleKey: query.title === undefined ? undefined : meantTitleKey(query.title),
    postingDay: query.postingDay ? dayOf(query.postingDay) : undefined,
    status: query.status,
    ids: query.ids,
    label: query.label,
    start: query.start,
    limit: query.limit + 1,
  })
}

const TYPES: readonly (ContentType | 'all')[] = ['all', 'page', 'blogpost', 'comment', 'attachment']

function typeOf(name: string): ContentType | 'all' {
  const type = TYPES.find(candidate => candidate === name)
  if (!type)
    throw badRequest('"{{type}}" is not a content type', {
      field: 'type',
      values: { type: name.slice(0, 40) },
      forPrograms: true,
    })
  return type
}
