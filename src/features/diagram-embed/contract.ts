import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseInteger, pageSchema, pagingQuery } from '#platform/wire.ts'
import { person } from '#features/content/view-contract.ts'
import { EMBED_PATH, MOST_ORIGINS } from './shared.ts'

const tag = 'diagrams'
const ROOT = '/rest/gliffy/1.0'
const OWN = '/rest/oxbow/1.0/diagrams/embedding'

const diagram = z.object({
  /** Page of the attachment. */
  pageId: contentId,
  attachmentId: contentId,
})

export const createEmbedLink = endpoint({
  method: 'POST',
  path: `${ROOT}/embeddedDiagrams`,
  tag,
  summary: 'Makes a link that shows a diagram to whoever has it, for who may edit the diagram',
  body: diagram.extend({
    /** A version that the link keeps showing; 0 and absent mean the newest. */
    version: looseInteger.pipe(z.number().min(0).max(1e9)).optional(),
  }),
  response: z.object({ embedUrl: z.string() }),
})

export const deactivateEmbedLinks = endpoint({
  method: 'POST',
  path: `${ROOT}/embeddedDiagrams/deactivate`,
  tag,
  summary: 'Makes all links of a diagram stop working at once, whoever made them',
  body: diagram,
  response: z.object({
    /** Links that worked until now. */
    deactivated: z.number(),
  }),
})

const origin = z
  .string()
  .trim()
  .toLowerCase()
  .max(300)
  .regex(
    /^(?:\*|https?:\/\/(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?::\d{1,5})?)$/,
    'must be an origin such as https://example.atlassian.net, with *. before the name for all below it, or * for all',
  )
const embedding = z.object({
  /** Whether links can be made, and those there are work. */
  enabled: z.boolean(),
  /** Sites that may show the diagrams in a frame. */
  origins: z.array(z.string()),
})
export type EmbeddingSettings = z.output<typeof embedding>

export const getEmbedding = endpoint({
  method: 'GET',
  path: `${OWN}/settings`,
  tag,
  summary: 'Whether diagrams can be shown elsewhere by links, for administrators',
  response: embedding,
})
export const updateEmbedding = endpoint({
  method: 'PUT',
  path: `${OWN}/settings`,
  tag,
  summary: 'Changes whether diagrams can be shown elsewhere by links; absent fields stay',
  body: z.object({
    enabled: z.boolean().optional(),
    origins: z.array(origin).max(MOST_ORIGINS, 'at most {{maximum}} origins').optional(),
  }),
  response: embedding,
})

const spaceParams = z.object({ spaceKey: z.string().min(1).max(255) })
const spaceEmbedding = z.object({
  /** For the whole wiki. */
  allowed: z.boolean(),
  enabled: z.boolean(),
})
export const getSpaceEmbedding = endpoint({
  method: 'GET',
  path: `${OWN}/space/:spaceKey`,
  tag,
  summary: 'Whether diagrams of a space can be shown elsewhere by links, for its administrators',
  params: spaceParams,
  response: spaceEmbedding,
})
export const updateSpaceEmbedding = endpoint({
  method: 'PUT',
  path: `${OWN}/space/:spaceKey`,
  tag,
  summary: 'Changes whether diagrams of a space can be shown elsewhere by links',
  params: spaceParams,
  body: z.object({ enabled: z.boolean() }),
  response: spaceEmbedding,
})

const listed = z.object({
  id: z.string(),
  diagram: z.object({ attachmentId: z.string(), name: z.string(), version: z.number().nullable() }),
  page: z.object({ id: z.string(), title: z.string(), url: z.string() }),
  space: z.object({ key: z.string(), name: z.string() }),
  creator: person.nullable(),
  createdAt: z.string(),
  uses: z.number(),
  lastUsedAt: z.string().nullable(),
  /** Uses by the tool whose link was followed, the most first; empty for a plain link. */
  sources: z.array(z.object({ source: z.string(), uses: z.number() })),
})
export type ListedEmbedLink = z.output<typeof listed>
export const listEmbedLinks = endpoint({
  method: 'GET',
  path: `${OWN}/links`,
  tag,
  summary: 'All links that show diagrams elsewhere, the newest first, and how often each was used; for administrators',
  query: z.object(pagingQuery(50)),
  response: pageSchema(listed),
})

const params = z.object({ token: z.string().max(200) })
const shown = z.object({
  /** Number of the diagram's page, from 1. */
  page: z.string().max(10).optional(),
  utm_source: z.string().max(100).optional(),
  /** Set by the page itself, whose picture alone is of no use. */
  within: z.string().max(10).optional(),
})

export const embeddedPage = endpoint({
  method: 'GET',
  path: `${EMBED_PATH}/:token`,
  tag,
  summary: 'The diagram of a link: a page, or a PNG picture for who asks for a picture',
  params,
  query: shown,
})
export const embeddedSvg = endpoint({
  method: 'GET',
  path: `${EMBED_PATH}/:token/diagram.svg`,
  tag,
  summary: 'The diagram of a link as SVG',
  params,
  query: shown,
})
export const embeddedPng = endpoint({
  method: 'GET',
  path: `${EMBED_PATH}/:token/diagram.png`,
  tag,
  summary: 'The diagram of a link as PNG',
  params,
  query: shown,
})

export const oembed = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/oembed',
  tag,
  summary: 'oEmbed (oembed.com) of a diagram’s link',
  query: z.object({
    url: z.string().max(2000),
    maxwidth: looseInteger.pipe(z.number().min(1).max(100_000)).optional(),
    maxheight: looseInteger.pipe(z.number().min(1).max(100_000)).optional(),
    format: z.string().max(20).default('json'),
  }),
  response: z.object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    html: z.string(),
    width: z.number(),
    height: z.number(),
    thumbnail_url: z.string(),
    thumbnail_width: z.number(),
    thumbnail_height: z.number(),
  }),
})
