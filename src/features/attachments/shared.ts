import type { SpaceAttachmentsFilter } from './space-contract.ts'

/** Key of the error of a file whose name the page has already. Clients look for the words before the name. */
export const FILE_NAME_TAKEN = 'Cannot add a new attachment with same file name as an existing attachment: {{name}}'
/** The screen of all files of a space, at the old product's address. */
export const SPACE_ATTACHMENTS_PATH = '/spaces/listattachmentsforspace.action'
export const SPACE_ATTACHMENTS_PAGE_SIZE = 50
/** Characters of an extension and of a label to filter by, at most. */
export const MOST_EXTENSION = 30
export const MOST_LABEL = 255

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
export const ATTACHMENTS_PAGE_SIZE = 50
