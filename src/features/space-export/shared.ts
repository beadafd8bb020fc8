/** The form; the old product had one for each format. */
export const EXPORT_PATH = '/spaces/exportspacexml.action'
export const PROGRESS_PATH = '/spaces/exportspaceprogress.action'
/** Of the link to the file, by which programs find it. */
export const DOWNLOAD_CLASS = 'space-export-download-path'

/** Address of the form for a space. */
export function exportHref(spaceKey: string): string {
  return `${EXPORT_PATH}?key=${encodeURIComponent(spaceKey)}`
}
