import { z } from 'zod'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { looseBoolean, looseInteger } from '#platform/wire.ts'
import { contentOfSpace, contentPath } from '#features/content-core/server/read.ts'
import { getContent, listContent, updateContent } from '#features/content/contract.ts'
import { getSpace } from '#features/spaces/contract.ts'
import { requireSpace } from '#features/spaces/server/index.ts'
import { method, rpcId, type RpcCall, type RpcMethod } from './call.ts'

/** Pages that `getPages` lists at most: the protocol has no further pages to ask for. */
const MAX_PAGES = 20_000
const EXPAND = 'space,version,ancestors,history,body.storage,space.homepage'

const who = z.object({ username: z.string().optional() }).loose()
/** As much of the REST shape as a page of this protocol is made from. */
const restPage = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  space: z.object({ key: z.string(), homepage: z.object({ id: z.string() }).loose().optional() }).loose(),
  version: z.object({ number: z.number(), when: z.string(), by: who.optional() }).loose(),
  history: z.object({ createdDate: z.string(), createdBy: who.optional() }).loose(),
  ancestors: z.array(z.object({ id: z.string() }).loose()),
  body: z.object({ storage: z.object({ value: z.string() }).loose() }).loose(),
  _links: z.object({ webui: z.string() }).loose(),
})

/** The page as this protocol shows it (its "Page" object). Ids are texts: clients compare them with texts. */
function remotePage(call: RpcCall, content: unknown) {
  const page = restPage.parse(content)
  return {
    id: page.id,
    space: page.space.key,
    parentId: page.ancestors.at(-1)?.id ?? '0',
    title: page.title,
    url: call.app.baseUrl + page._links.webui,
    version: page.version.number,
    content: page.body.storage.value,
    created: page.history.createdDate,
    creator: page.history.createdBy?.username ?? '',
    modified: page.version.when,
    modifier: page.version.by?.username ?? '',
    homePage: page.space.homepage?.id === page.id,
    contentStatus: page.status,
    current: page.status === 'current',
    permissions: 0,
  }
}

async function pageById(call: RpcCall, id: string) {
  return remotePage(call, await call.rest(getContent, { params: { id }, query: { expand: EXPAND } }))
}

const getPage = method(z.union([z.tuple([rpcId]), z.tuple([z.string(), z.string()])]), async (call, params) => {
  const [first, title] = params
  if (title === undefined) return pageById(call, first)
  const found = await call.rest(listContent, { query: { spaceKey: first, title, expand: EXPAND } })
  const [page] = found.results
  if (!page)
    throw notFound('No page found with the title {{title}} in the space {{space}}', {
      values: { title: title.slice(0, 255), space: first.slice(0, 255) },
      forPrograms: true,
    })
  return remotePage(call, page)
})

const getPages = method(z.tuple([z.string()]), async (call, [key]) => {
  const { ctx, app } = call
  const space = await requireSpace(ctx, key)
  const rows = await contentOfSpace(ctx, space.id, 'page', { depth: 'all', start: 0, limit: MAX_PAGES })
  if (rows.length > MAX_PAGES) {
    throw badRequest('The space has more than {{most}} pages; list them by GET /rest/api/content?spaceKey={{key}}', {
      values: { most: MAX_PAGES, key: space.key },
      forPrograms: true,
    })
  }
  return rows.map(row => ({
    id: String(row.id),
    space: space.key,
    parentId: String(row.parent_id ?? 0),
    title: row.title,
    url: app.baseUrl + contentPath(row, space.key),
    permissions: 0,
  }))
})

const remoteSpace = method(z.tuple([z.string()]), async (call, [key]) => {
  const space = await call.rest(getSpace, { params: { key }, query: { expand: 'description.plain,homepage' } })
  const { description, homepage } = z
    .object({
      description: z
        .object({ plain: z.object({ value: z.string() }).loose() })
        .loose()
        .optional(),
      homepage: z.object({ id: z.string() }).loose().nullish(),
    })
    .loose()
    .parse(space)
  return {
    key: space.key,
    name: space.name,
    type: space.type,
    url: `${call.app.baseUrl}/display/${space.key}`,
    homePage: homepage?.id ?? '0',
    description: description?.plain.value ?? '',
  }
})

/** Programs send back the page that they got: what is read-only in it is ignored. */
const sentPage = z
  .object({
    id: rpcId,
    title: z.string().nullish(),
    content: z.string().nullish(),
    version: looseInteger.nullish(),
    parentId: rpcId.nullish(),
    space: z.string().nullish(),
  })
  .loose()
const options = z.object({ versionComment: z.string().nullish(), minorEdit: looseBoolean.nullish() }).loose()

const updatePage = method(
  z.union([z.tuple([sentPage]), z.tuple([sentPage, options.nullable()])]),
  async (call, [page, given]) => {
    const before = await pageById(call, page.id)
    // In this protocol the version is the one that was read, not the one to come.
    const version = (page.version ?? before.version) + 1
    const moves = page.parentId !== undefined && page.parentId !== null && page.parentId !== before.parentId
    await call.rest(updateContent, {
      params: { id: page.id },
      query: {},
      body: {
        type: 'page',
        title: page.title ?? before.title,
        version: { number: version, message: given?.versionComment ?? '', minorEdit: given?.minorEdit ?? false },
        ...(page.content === undefined || page.content === null
          ? {}
          : { body: { storage: { value: page.content, representation: 'storage' } } }),
        // `1` is the top level in the REST interface.
        ...(moves ? { ancestors: [{ id: page.parentId === '0' ? '1' : page.parentId }] } : {}),
      },
    })
    return pageById(call, page.id)
  },
)

export const pageMethods: Readonly<Record<string, RpcMethod>> = { getPage, getPages, getSpace: remoteSpace, updatePage }
