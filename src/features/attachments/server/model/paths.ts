import { ATTACHMENTS_PATH, THUMBNAILS_PATH } from '../../shared.ts'

/** The parts of a file's address. */
export interface Addressed {
  container_id: number | null
  title: string
  version: number
  updated_at: number
}

/** Path of an attachment's current bytes; `modificationDate` changes with whatever the answer depends on. */
export function downloadPath(row: Addressed): string {
  return path(ATTACHMENTS_PATH, row)
}

/** As {@link downloadPath}, of the picture made small. */
export function thumbnailPath(row: Addressed): string {
  return path(THUMBNAILS_PATH, row)
}

function path(start: string, { container_id, title, version, updated_at }: Addressed): string {
  return `${start}/${container_id}/${encodeURIComponent(title)}?version=${version}&modificationDate=${updated_at}&api=v2`
}

/** The page with a page's attachments. */
export function attachmentsPagePath(containerId: number): string {
  return `/pages/viewpageattachments.action?pageId=${containerId}`
}
