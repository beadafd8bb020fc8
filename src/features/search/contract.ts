import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, commaList, expandQuery, looseBoolean, pagingQuery } from '#platform/wire.ts'
import { address } from '#features/content/view-contract.ts'
import { MAX_QUERY, EXCERPTS, FOUND_TYPES } from './shared.ts'

const TAG = 'search'
/** A query in CQL that is not empty. */
export const cql = z
  .string({ error: 'is required: a query in CQL, e.g. type = page and text ~ "release"' })
  .refine(text => text.trim() !== '', 'is empty: write a query in CQL, e.g. type = page and text ~ "release"')
/** JSON: origin of the query, and the contents it is about. */
const cqlcontext = z.string().max(10_000).optional()
const includeArchivedSpaces = looseBoolean.optional()

const links = z.record(z.string(), z.string())
const page = { start: z.number(), limit: z.number(), size: z.number() }
const total = {
  /** Count of visible matches, exact up to 10,000. */
  totalSize: z.number(),
  /** Present if there are more matches than `totalSize`: that is 10,000, or the end of a page behind it. */
  totalSizeIsLowerBound: z.literal(true).optional(),
}
const searched = {
  ...total,
  cqlQuery: z.string(),
  /** Milliseconds. */
  searchDuration: z.number(),
}

export const searchContent = endpoint({
  method: 'GET',
  path: '/rest/api/content/search',
  tag: TAG,
  summary: 'Contents that a CQL query finds',
  query: z.object({ cql, cqlcontext, expand: expandQuery, includeArchivedSpaces, ...pagingQuery(25) }),
  response: z.object({ results: z.array(z.unknown()), ...page, ...searched, _links: links }),
})

const container = z.object({ title: z.string(), displayUrl: z.string() })

/** Search hit; has exactly one of `content`, `space` and `user`. */
export const searchResult = z.object({
  content: z.unknown().optional(),
  space: z.unknown().optional(),
  user: z.unknown().optional(),
  title: z.string(),
  excerpt: z.string(),
  url: z.string(),
  resultParentContainer: container.optional(),
  resultGlobalContainer: container.optional(),
  entityType: z.enum(['content', 'space', 'user']),
  iconCssClass: z.string(),
  lastModified: z.string(),
  friendlyLastModified: z.string(),
  /** Epoch milliseconds. */
  timestamp: z.number(),
})
export type SearchResult = z.output<typeof searchResult>

export const searchEverything = endpoint({
  method: 'GET',
  path: '/rest/api/search',
  tag: TAG,
  summary: 'Contents, spaces and users that a CQL query finds',
  query: z.object({
    cql,
    cqlcontext,
    expand: expandQuery,
    includeArchivedSpaces,
    excerpt: z.enum(EXCERPTS).catch('highlight').default('highlight'),
    ...pagingQuery(25),
  }),
  response: z.object({ results: z.array(searchResult), ...page, ...searched, _links: links }),
})

/** Text segments; matches have `hit`. */
const marked = z.array(z.object({ text: z.string(), hit: z.boolean() }))
const foundType = z.enum(FOUND_TYPES)

const atMost = (count: number) => (values: string[]) => values.length <= count

export const siteSearchQuery = z.object({
  query: z.string().max(MAX_QUERY).default(''),
  /** Space keys. */
  space: commaList.refine(atMost(50), 'at most 50 spaces'),
  type: commaList.pipe(z.array(foundType)),
  /** User names. */
  contributor: commaList.refine(atMost(50), 'at most 50 users'),
  /** Oldest modification: a day (`2024-01-31`) or relative (`-1d`, `-1w`, `-1M`, `-1y`). */
  lastModified: z
    .string()
    .regex(/^(?:\d{4}-\d{2}-\d{2}|-\d{1,4}[dwMy])$/, 'a day as 2024-01-31, or -1d, -1w, -1M, -1y')
    .optional(),
  includeArchivedSpaces,
  /** Include counts by type and space; of more than 10,000 matches those among the latest 10,000. */
  facets: looseBoolean.optional(),
  ...pagingQuery(20),
})

export const foundItem = z.object({
  type: foundType,
  id: z.string(),
  title: marked,
  excerpt: marked,
  url: z.string(),
  space: z.object({ key: z.string(), name: z.string() }).nullable(),
  /** Ancestor titles from the top. */
  breadcrumbs: z.array(z.object({ title: z.string(), url: z.string() })),
  /** Last editor. */
  author: z.object({ displayName: z.string(), username: z.string(), avatar: z.string() }).nullable(),
  lastModified: z.string().nullable(),
})
export type FoundItem = z.output<typeof foundItem>

const facet = z.object({ key: z.string(), name: z.string(), count: z.number() })

/** Plain search. */
export const siteSearch = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/search',
  tag: TAG,
  summary: 'What the search page finds',
  query: siteSearchQuery,
  response: z.object({
    results: z.array(foundItem),
    ...page,
    ...total,
    /** The same search in CQL; empty without terms. */
    cql: z.string(),
    facets: z.object({ types: z.array(facet), spaces: z.array(facet) }).optional(),
    _links: links,
  }),
})

export const quickItem = z.object({
  type: foundType,
  id: z.string(),
  title: marked,
  url: z.string(),
  /** Space of a content. */
  space: z.object({ key: z.string(), name: z.string() }).nullable(),
})
export type QuickItem = z.output<typeof quickItem>

/** Search suggestions. */
export const quickSearch = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/quick-search',
  tag: TAG,
  summary: 'Titles that begin with or hold what is typed',
  query: z.object({ query: z.string().max(MAX_QUERY).default('') }),
  response: z.object({ results: z.array(quickItem) }),
})

export const addressCandidate = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  space: z.object({ key: z.string(), name: z.string() }),
})
export type AddressCandidate = z.output<typeof addressCandidate>

/** Pages that the reader of a dead address may be looking for. */
export const addressCandidates = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/address/candidates',
  tag: TAG,
  summary: 'Pages that had the title of an address, have it in other spaces, or have a similar title',
  query: address,
  response: z.object({ results: z.array(addressCandidate) }),
})

const quickNavMatch = z.object({
  className: z.string(),
  href: z.string(),
  /** HTML. */
  name: z.string(),
  id: z.string().optional(),
  spaceName: z.string().optional(),
  spaceKey: z.string().optional(),
})
export type QuickNavMatch = z.output<typeof quickNavMatch>

export const quickNav = endpoint({
  method: 'GET',
  path: '/rest/quicknav/1/search',
  tag: TAG,
  summary: "Suggestions in groups, as the old product's search box reads them",
  query: z.object({
    query: z.string().max(MAX_QUERY).default(''),
    type: z.union([z.string(), z.array(z.string()).max(20)]).optional(),
    spaceKey: z.string().max(255).optional(),
    maxPerCategory: clampedInteger({ least: 1, most: 25, otherwise: 25 }),
  }),
  response: z.object({ query: z.string(), contentNameMatches: z.array(z.array(quickNavMatch)) }),
})
