import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { attachmentView } from './view-contract.ts'

/** The screen of all files of a space, at the old product's address. */
export const SPACE_ATTACHMENTS_PATH = '/spaces/listattachmentsforspace.action'
export const SPACE_ATTACHMENTS_PAGE_SIZE = 50

const MOST_EXTENSION = 30
const MOST_LABEL = 255

/** A file of a space, with the page that it hangs on. */
export const spaceAttachment = attachmentView.omit({ may: true }).extend({
  page: z.object({ id: z.string(), title: z.string(), url: z.string() }),
  labels: z.array(z.string()),
})
export type SpaceAttachment = z.output<typeof spaceAttachment>

export const listSpaceAttachments = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/spaces/:key/attachments', tag: 'screens',
  summary: 'Files of all pages and posts of a space that the reader may see, by name',
  params: z.object({ key: z.string().min(1).max(255) }),
  query: z.object({
    /** `pdf`, `.pdf`, `*.pdf` or `tar.gz`. */
    fileExtension: z.string().max(MOST_EXTENSION).optional(),
    label: z.string().max(MOST_LABEL).optional(),
    /** `nextCursor` of the answer before. */
    cursor: z.string().max(2000).optional(),
  }),
  response: z.object({
    space: z.object({ key: z.string(), name: z.string(), url: z.string() }),
    results: z.array(spaceAttachment),
    /** Null on the last part. */
    nextCursor: z.string().nullable(),
  }),
})

/** Which files are wanted; what is absent or empty lets all through. */
export interface SpaceAttachmentsFilter {
  fileExtension?: string
  label?: string
}

/** The filter that an address, a call or a form names, in one spelling. */
export function filterIn(given: Readonly<Record<string, unknown>>): SpaceAttachmentsFilter {
  const text = (name: string, most: number) => {
    const [value] = [given[name]].flat()
    return typeof value === 'string' ? value.trim().toLowerCase().slice(0, most) : ''
  }
  const fileExtension = text('fileExtension', MOST_EXTENSION).replace(/^\*?\.+/, '')
  const label = text('label', MOST_LABEL)
  return { ...(fileExtension && { fileExtension }), ...(label && { label }) }
}

/** The address of the screen. */
export function spaceAttachmentsHref(key: string, { fileExtension, label }: SpaceAttachmentsFilter = {}): string {
  const query = new URLSearchParams({ key, ...(fileExtension && { fileExtension }), ...(label && { label }) })
  return `${SPACE_ATTACHMENTS_PATH}?${query}`
}
