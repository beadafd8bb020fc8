import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import {
  attachmentByName,
  fileVersion,
  type AttachmentRow,
  type AttachmentVersionRow,
} from '#features/attachments/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { findContent, type ContentRow } from '#features/content-core/server/read.ts'
import { DIAGRAM_TYPES } from '../names.ts'
import { readerOf, type StoredBytes } from './read.ts'
import { possibleDiagrams } from './store.ts'

/** A version of a diagram's attachment. */
export interface DiagramFile {
  /** Its page. */
  owner: ContentRow
  attachment: ContentRow
  /** The resolved version. */
  file: AttachmentVersionRow
  /** Whether that version was requested, instead of the latest. */
  isPinned: boolean
}

/** A file of a page by name, in a version or the latest, if the viewer may see it; whatever its content. */
export async function findFile(
  ctx: Context,
  pageId: number,
  name: string,
  version?: number,
): Promise<DiagramFile | undefined> {
  const owner = await findContent(ctx, pageId)
  if (!owner || owner.status === 'trashed') return undefined
  const attachment = await attachmentByName(ctx.app.database.read, owner.id, name.normalize('NFC'))
  if (!attachment) return undefined
  const file = await fileVersion(ctx.app.database.read, attachment.id, version ?? attachment.version)
  return file && { owner, attachment, file, isPinned: version !== undefined }
}

/** @throws HttpError 404 when the page is not visible, or has no such diagram in this version */
export async function requireDiagram(
  ctx: Context,
  pageId: number,
  name: string,
  version?: number,
): Promise<DiagramFile> {
  await requireContent(ctx, pageId)
  const found = await findFile(ctx, pageId, name, version)
  if (!found || !(await readerOf(ctx.app).read(found.file))) {
    throw notFound('The page {{pageId}} has no diagram named {{name}}{{where}}', {
      values: { pageId, name, where: version === undefined ? '' : ` in version ${version}` },
    })
  }
  return found
}

/**
 * Diagrams among a page's files, by name: by type, or for a generic type by content if a picture of the same name
 * exists, as with Gliffy. The caller has authorised the page.
 */
export async function listDiagrams(
  ctx: Context,
  page: ContentRow,
  { start, limit }: { start: number; limit: number },
): Promise<ContentRow[]> {
  const rows = await possibleDiagrams(ctx, page.id, start, limit)
  const diagrams: ContentRow[] = []
  for (const row of rows) if (await isDiagram(ctx, row)) diagrams.push(row)
  return diagrams
}

/** Whether a file is a diagram, by its type or for a generic one by its content. */
async function isDiagram(ctx: Context, row: Pick<AttachmentRow, 'media_type'> & StoredBytes): Promise<boolean> {
  return isDiagramType(row.media_type) || (await readerOf(ctx.app).read(row)) !== undefined
}

/** Whether a version of an attachment is there and holds a diagram. The caller has authorised the attachment. */
export async function isDiagramFile(ctx: Context, attachment: ContentRow, version: number): Promise<boolean> {
  const file = await fileVersion(ctx.app.database.read, attachment.id, version)
  return file !== undefined && (await readerOf(ctx.app).read(file)) !== undefined
}

export function isDiagramType(mediaType: string): boolean {
  return DIAGRAM_TYPES.some(type => type === mediaType)
}
