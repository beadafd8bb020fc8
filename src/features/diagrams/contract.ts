import { z } from 'zod'
import { endpoint, type ResponseOf } from '#platform/contract.ts'
import { contentId, looseBoolean, looseInteger, pageSchema, pagingQuery } from '#platform/wire.ts'
import { LIMITS } from '#diagrams/model/document.ts'
import { GLIFFY_REST } from './names.ts'

/** The calls of Gliffy for Confluence, with its URLs and names. */
const TAG = 'diagrams'
const ROOT = GLIFFY_REST
const OWN = '/rest/oxbow/1.0/diagrams'

/** A file name; databases refuse the character 0. */
export const diagramName = z
  .string()
  .min(1)
  .max(1000)
  .refine(text => !text.includes('\0'), 'control characters are not allowed')
/** Zero and empty mean the latest. */
export const diagramVersion = z
  .union([z.literal(''), looseInteger.pipe(z.number().min(0).max(1e9))])
  .optional()
  .transform(value => (value === '' || value === 0 ? undefined : value))
const name = diagramName
const version = diagramVersion
/** Page within the diagram; default the first. */
const diagramPage = z.string().max(LIMITS.name).optional()

const diagramQuery = z.object({ name, pageId: contentId, version, page: diagramPage })

/** Property that scripts of the old viewer read before they send events; the answer's field is named after it. */
export const diagramProperty = endpoint({
  method: 'GET',
  path: `${ROOT}/properties/:propertyId`,
  tag: TAG,
  summary: 'A property of the diagrams: analyticsOff',
  params: z.object({ propertyId: z.string().max(100) }),
  response: z.record(z.string(), z.boolean()),
})
export const updateDiagramProperty = endpoint({
  method: 'PUT',
  path: `${ROOT}/properties/:propertyId`,
  tag: TAG,
  summary: 'Changes a property of the diagrams, for administrators',
  params: z.object({ propertyId: z.string().max(100) }),
  body: z.record(z.string().max(100), z.unknown()),
  response: z.record(z.string(), z.boolean()),
})

export const previewDiagram = endpoint({
  method: 'GET',
  path: `${ROOT}/diagrams/preview`,
  tag: TAG,
  summary: 'A diagram as a PNG picture in its own size',
  query: diagramQuery,
})

export const thumbnailDiagram = endpoint({
  method: 'GET',
  path: `${ROOT}/diagrams/thumbnail`,
  tag: TAG,
  summary: 'A diagram as a small PNG picture, 300 × 300 at most',
  query: diagramQuery,
})

export const diagramVersions = endpoint({
  method: 'GET',
  path: `${ROOT}/diagrams/allVersionInformation`,
  tag: TAG,
  summary: 'How many versions a diagram has',
  query: z.object({ name, pageId: contentId }),
  response: z.object({ numRevisions: z.number() }),
})

/** `inline` is ours: a text that is being edited is changed by its editor, the stored one stays as it is. */
export const unlinkDiagram = endpoint({
  method: 'POST',
  path: `${ROOT}/diagrams/unlink/:sourcePageId/:sourceDiagramName`,
  tag: TAG,
  summary: 'Makes an independent copy of a diagram that a page shows from another page, and lets the page show that',
  params: z.object({ sourcePageId: contentId, sourceDiagramName: name }),
  query: z.object({
    sourceDiagramVersion: version,
    targetPageId: contentId,
    targetDiagramName: z.string().max(1000),
    inline: looseBoolean.default(false),
  }),
  response: z.object({
    attachmentId: z.string(),
    pageId: z.string(),
    name: z.string(),
    /** Of the page. */
    pageVersion: z.number(),
  }),
})

const mapArea = z.object({
  shape: z.literal('poly'),
  /** `x,y` of each corner, in px of the scaled picture. */
  coords: z.string(),
  href: z.string(),
  title: z.string(),
  newWindow: z.boolean(),
})
export type MapArea = z.output<typeof mapArea>

export const diagramMap = endpoint({
  method: 'GET',
  path: `${ROOT}/ceo/:pageId/diagrams/:diagram/map`,
  tag: TAG,
  summary: 'Image map of a diagram’s links: a `<map>` named by `name`, or JSON for who accepts that alone',
  params: z.object({ pageId: contentId, diagram: name }),
  query: z.object({
    name: z.string().max(300).default('gliffy-map'),
    scale: z.coerce.number().min(0.01).max(20).default(1),
    version,
    page: diagramPage,
  }),
  response: z.object({ name: z.string(), areas: z.array(mapArea) }),
})

export const pagePermission = endpoint({
  method: 'GET',
  path: `${ROOT}/ceo/:pageId/permission`,
  tag: TAG,
  summary: 'Whether one may edit a page and attach diagrams to it; refused to who may do neither',
  params: z.object({ pageId: contentId }),
  response: z.object({ pageId: z.string(), edit: z.boolean(), createAttachment: z.boolean() }),
})

export const diagramPermission = endpoint({
  method: 'GET',
  path: `${ROOT}/ceo/:pageId/diagrams/:diagram/permission`,
  tag: TAG,
  summary: 'The attachment of a diagram that one may edit; refused to who may not',
  params: z.object({ pageId: contentId, diagram: name }),
  response: z.object({ attachmentId: z.string() }),
})

const MOST_LISTED = 1000
export const diagramsOfPage = endpoint({
  method: 'GET',
  path: `${ROOT}/page/:pageId/diagrams`,
  tag: TAG,
  summary: 'Diagrams that are attached to a page, by name',
  params: z.object({ pageId: contentId }),
  query: z.object({
    start: looseInteger.pipe(z.number().min(0).max(1e6)).default(0),
    limit: looseInteger.pipe(z.number().min(1).max(MOST_LISTED)).default(MOST_LISTED),
  }),
  response: z.array(z.object({ id: z.string(), title: z.string(), fileName: z.string() })),
})

export const findDiagrams = endpoint({
  method: 'GET',
  path: `${OWN}/find`,
  tag: TAG,
  summary: 'Diagrams by their names and the titles of their pages, the newest first',
  query: z.object({
    words: z.string().max(200).default(''),
    /** Only of this page. */
    pageId: contentId.optional(),
    ...pagingQuery(12),
  }),
  response: pageSchema(
    z.object({
      attachmentId: z.string(),
      name: z.string(),
      version: z.number(),
      pageId: z.string(),
      pageTitle: z.string(),
      space: z.object({ key: z.string(), name: z.string() }),
    }),
  ),
})
export type FoundDiagram = ResponseOf<typeof findDiagrams>['results'][number]

/** A picture by its attachment; the URL that pages contain. */
export const diagramPicture = endpoint({
  method: 'GET',
  path: `${OWN}/picture/:attachmentId`,
  tag: TAG,
  summary: 'A page of a diagram as a PNG picture',
  params: z.object({ attachmentId: contentId }),
  query: z.object({
    version: looseInteger.pipe(z.number().min(1).max(1e9)),
    page: diagramPage,
    scale: z.coerce.number().min(0.1).max(4).default(1),
    /** Version of the renderer, a cache key. */
    renderer: z.string().max(20).optional(),
  }),
})

/** A document, validated by `model/validate.ts`, whose errors name the path. */
const document = z.object({ format: z.string(), version: z.number() }).loose()
/** As a text of JSON it is read beside other requests: reading the objects of a large one holds all others up. */
const sentDocument = z.union([z.string().max(LIMITS.bytes), document])
const approximation = z.object({ path: z.string(), message: z.string() })

const loaded = z.object({
  attachmentId: z.string(),
  pageId: z.string(),
  name: z.string(),
  /** Of the attachment; required by a save. */
  version: z.number(),
  /** Newest version, unlike `version` when an older one was requested. */
  latest: z.number(),
  origin: z.enum(['oxbow', 'gliffy', 'drawio']),
  document,
  /** Visual deviations from another program’s file. */
  report: z.array(approximation),
  may: z.object({ update: z.boolean() }),
})

export const loadDiagram = endpoint({
  method: 'GET',
  path: OWN,
  tag: TAG,
  summary: 'A diagram’s document, as it is or taken over from another program’s file',
  query: z.object({ pageId: contentId, name, version }),
  response: loaded,
})

export const openDiagramEditor = endpoint({
  method: 'GET',
  path: `${OWN}/editor`,
  tag: TAG,
  summary:
    'What the editor opens with: the newest version of a diagram or the one named, or the leave to draw a new one; refused to who may do neither',
  query: z.object({ pageId: contentId, name: name.optional(), version }),
  response: z.object({
    pageId: z.string(),
    /** Empty for a page that was never published. */
    pageTitle: z.string(),
    /** Absent when the page has no such diagram, or none was named. */
    diagram: loaded.optional(),
    /** Whether it may be saved; else read-only. */
    mayEdit: z.boolean(),
    /** Whether links can show it outside of the wiki. */
    isEmbeddable: z.boolean(),
  }),
})

export const saveDiagram = endpoint({
  method: 'POST',
  path: OWN,
  tag: TAG,
  summary:
    'Stores a diagram and its SVG as new versions of two attachments, in one change, and its PNG soon after; 409 when somebody else saved meanwhile',
  bodyLimit: 2 * LIMITS.bytes,
  body: z.object({
    pageId: contentId,
    name,
    /** Loaded version; 0 for a new diagram. */
    version: z.number().int().min(0).max(1e9),
    document: sentDocument,
    comment: z.string().max(2000).default(''),
  }),
  response: z.object({ attachmentId: z.string(), pageId: z.string(), name: z.string(), version: z.number() }),
})
