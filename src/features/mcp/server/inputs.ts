import { z } from 'zod'
import { MOST_EDITS, MOST_FILE_BYTES, MOST_MARKDOWN } from '../shared.ts'

const id = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the id of a page, such as "1234"')
  .describe('Id of the page')
const spaceKey = z.string().min(1).max(300).describe('Key of the space, such as DOCS')
const markdown = z.string().max(MOST_MARKDOWN).describe('Markdown (GFM)')
const block = z.number().int().min(0)
const start = z.number().int().min(0).max(1_000_000).default(0).describe('Entries to skip')
const limit = z.number().int().min(1).max(100).default(25)

export const searchInput = z.object({
  query: z.string().min(1).max(500).describe('Words to search for; "quoted" ones follow each other'),
  space: spaceKey.optional(),
  start,
  limit: z.number().int().min(1).max(50).default(20),
})

export const spacesInput = z.object({ start, limit })

export const childrenInput = z.object({
  page: id.optional().describe('Id of the page whose children are listed'),
  space: spaceKey.optional().describe('Key of the space whose top-level pages are listed'),
  start,
  limit,
})

export const pageInput = z.object({
  page: id.optional(),
  space: spaceKey.optional().describe('Key of the space, with title instead of page'),
  title: z.string().min(1).max(255).optional(),
  firstBlock: block.default(0).describe('First block to read, to go on with a long page'),
})

export const newPageInput = z.object({
  space: spaceKey,
  title: z.string().min(1).max(255),
  markdown,
  parent: id.optional().describe('Id of the page above; without it the page is at the top level'),
})

export const editInput = z.object({
  page: id,
  version: z.number().int().min(1).describe('Version that read_page returned'),
  edits: z
    .array(
      z.discriminatedUnion('action', [
        z.object({ action: z.literal('replace'), block, markdown }),
        z.object({
          action: z.literal('insert'),
          after: z.number().int().min(-1).describe('Number of the block before it; -1 is the beginning of the page'),
          markdown,
        }),
        z.object({ action: z.literal('delete'), block }),
      ]),
    )
    .min(1)
    .max(MOST_EDITS),
  message: z.string().max(2000).optional().describe('What was changed, for the history of the page'),
  minor: z.boolean().default(false).describe('Whether watchers are not notified'),
})

export const commentInput = z.object({
  page: id,
  markdown: markdown.min(1),
  answers: id.optional().describe('Id of the comment that this one answers'),
})

export const fileInput = z.object({
  page: id,
  name: z.string().min(1).max(255),
  base64: z
    .base64('must be Base64')
    .max(Math.ceil(MOST_FILE_BYTES / 3) * 4, 'the file is larger than 10 MB')
    .describe('Bytes of the file in Base64, at most 10 MB'),
  mediaType: z.string().max(100).optional().describe('Such as image/png; by default it follows from the name'),
  comment: z.string().max(2000).optional(),
})
