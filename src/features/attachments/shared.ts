import type { SpaceAttachmentsFilter } from './space-contract.ts'

/** Error key of a taken file name. Clients match the words before the name. */
export const FILE_NAME_TAKEN = 'Cannot add a new attachment with same file name as an existing attachment: {{name}}'
/** Paths of files and of their thumbnails; the page's id and the file name follow. */
export const ATTACHMENTS_PATH = '/download/attachments'
export const THUMBNAILS_PATH = '/download/thumbnails'
/** All files of a space, at the old product's address. */
export const SPACE_ATTACHMENTS_PATH = '/spaces/listattachmentsforspace.action'
export const SPACE_ATTACHMENTS_PAGE_SIZE = 50
/** Maximum length of an extension or label filter. */
export const MOST_EXTENSION = 30
export const MOST_LABEL = 255

/** Normalised filter of an address, call or form. */
export function filterIn(given: Readonly<Record<string, unknown>>): SpaceAttachmentsFilter {
  const text = (name: string, most: number) => {
    const [value] = [given[name]].flat()
    return typeof value === 'string' ? value.trim().toLowerCase().slice(0, most) : ''
  }
  const fileExtension = text('fileExtension', MOST_EXTENSION).replace(/^\*?\.+/, '')
  const label = text('label', MOST_LABEL)
  return { ...(fileExtension && { fileExtension }), ...(label && { label }) }
}

export function spaceAttachmentsHref(key: string, { fileExtension, label }: SpaceAttachmentsFilter = {}): string {
  const query = new URLSearchParams({ key, ...(fileExtension && { fileExtension }), ...(label && { label }) })
  return `${SPACE_ATTACHMENTS_PATH}?${query}`
}
export const ATTACHMENTS_PAGE_SIZE = 50
/** Most chunks of a file. */
export const MOST_CHUNKS = 10_000
