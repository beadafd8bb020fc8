import { extensionPoint } from '#platform/server/extensions.ts'
import type { Context } from '#platform/server/context.ts'

/** A file as a viewer is asked about it. */
export interface ViewedFile {
  /** Page or post that it is attached to. */
  containerId: number
  title: string
  mediaType: string
}

/** Path of a screen that shows a file; undefined for what it does not show. */
export type FileViewer = (file: ViewedFile) => string | undefined

/** Features that show files of some kind themselves, where people could not read the bytes. */
export const fileViewers = extensionPoint<FileViewer>('attachments.file-viewers')

/** Path at which the wiki itself shows a file; null if its bytes are opened. */
export function viewPath(
  ctx: Context,
  row: { container_id: number | null; title: string },
  mediaType: string,
): string | null {
  if (row.container_id === null) return null
  const file = { containerId: row.container_id, title: row.title, mediaType }
  for (const viewer of ctx.app.extensions.all(fileViewers)) {
    const path = viewer(file)
    if (path !== undefined) return path
  }
  return null
}
