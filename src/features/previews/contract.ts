import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseInteger, pageSchema, pagingQuery } from '#platform/wire.ts'
import { MOST_PINS, PREVIEW_KINDS } from './shared.ts'

const TAG = 'previews'

/** A file as the previewer lists it. */
export const previewFile = z.object({
  /** Content id, without the prefix `att`. */
  id: z.string(),
  /** Page or post that it is attached to. */
  containerId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  /** Readable type. */
  niceType: z.string(),
  version: z.number(),
  /** Bytes. */
  size: z.number(),
  /** How it is previewed; null for what is only downloaded. */
  kind: z.enum(PREVIEW_KINDS).nullable(),
  hasThumbnail: z.boolean(),
  /** Of pictures, in pixels. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  unresolvedCommentCount: z.number(),
  downloadUrl: z.string(),
})
export type PreviewFile = z.output<typeof previewFile>

const sheet = z.object({ name: z.string(), rows: z.array(z.array(z.string())), isCut: z.boolean() })
const drawing = z.object({ name: z.string(), svg: z.string(), width: z.number(), height: z.number() })

/** A file in a form that browsers can show. All HTML is made by the renderer of pages. */
export const converted = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), html: z.string() }),
  z.object({ kind: z.literal('text'), html: z.string(), isCut: z.boolean() }),
  z.object({ kind: z.literal('table'), sheets: z.array(sheet) }),
  z.object({
    kind: z.literal('slides'),
    /** Their words as HTML. */
    slides: z.array(z.string()),
    /** In the order of the slides; null, or absent at the end, for those that are not drawn. */
    pictures: z.array(drawing.nullable()),
  }),
  z.object({ kind: z.literal('diagram'), pages: z.array(drawing) }),
])
export type Converted = z.output<typeof converted>

export const listPreviewFiles = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/previews',
  tag: TAG,
  summary: 'Files of a page as the previewer shows them, by name',
  params: z.object({ id: contentId }),
  query: z.object(pagingQuery(200)),
  response: pageSchema(previewFile).extend({ mayComment: z.boolean() }),
})

const pin = z.object({
  /** Of the file, on which the point was chosen. */
  version: z.number(),
  /** Counts from 1 on each file. */
  number: z.number(),
  /** Fractions of the picture's width from its left, and of its height from its top. */
  x: z.number(),
  y: z.number(),
})
export type Pin = z.output<typeof pin>

/** Values of a comment on a file beyond others, in its part `file`. Answers are resolved with their thread. */
export interface FilePart {
  isResolved: boolean
  pin: Pin | null
}

const placedPin = pin.extend({
  /** Comment that begins the thread. */
  commentId: z.string(),
})
export type PlacedPin = z.output<typeof placedPin>

/** A pin is set with its comment, by `extensions.pin` of the call that creates it, and goes with it. */
export const listPins = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/previews/:id/:version/pins',
  tag: TAG,
  summary: 'Pins on a version of a picture whose comments are not resolved, by number',
  params: z.object({ id: contentId, version: looseInteger }),
  response: z.object({ results: z.array(placedPin).max(MOST_PINS) }),
})

export const getPreview = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/previews/:id/:version',
  tag: TAG,
  summary: 'A version of a file, converted: 415 for what cannot be shown, 429 while too many are being converted',
  params: z.object({ id: contentId, version: looseInteger }),
  response: converted,
})

export const askForThumbnails = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/rest/documentConversion/latest/conversion/thumbnail/results',
  tag: TAG,
  summary:
    'How far the thumbnails of files are: 202 in progress, 200 converted, 415 error, 429 busy; begins what is new',
  body: z.array(z.object({ id: contentId, v: looseInteger }).loose()).max(200),
  response: z.record(z.string(), z.number()),
})

export const getThumbnail = endpoint({
  method: 'GET',
  path: '/rest/documentConversion/latest/conversion/thumbnail/:id/:version',
  tag: TAG,
  summary: 'The thumbnail of a version of a file; 202, 415 and 429 as above',
  params: z.object({ id: contentId, version: looseInteger }),
})

export const countComments = endpoint({
  method: 'GET',
  path: '/rest/files/1.0/files/content/:pageId/commentCount',
  tag: TAG,
  summary: 'How many comments a file has',
  params: z.object({ pageId: contentId }),
  query: z.object({ attachmentId: contentId }),
  response: z.object({ attachmentId: z.string(), count: z.number(), unresolvedCount: z.number() }),
})
