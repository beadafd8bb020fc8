import type { App } from '#platform/server/app.ts'
import { MissingBlob } from '#platform/server/blobs.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { downloadAttachment, downloadThumbnail } from '../../contract.ts'
import { fileAnswer } from '../download/answer.ts'
import type { Thumbnail } from '../blobs-store.ts'
import { findLateFile, type FileBytes } from '../download/late-files.ts'
import { sideFor, thumbnailsOf } from '../download/thumbnails.ts'
import { fileNameOf } from '../model/file-names.ts'
import { isPicture } from '../model/media-types.ts'
import { attachmentByName, fileVersion, noVersion } from '../store.ts'

interface Asked {
  version?: number | undefined
  modificationDate?: number | undefined
}

/** The bytes of files, and pictures made small. */
export function downloadRoutes(app: App): void {
  const thumbnails = thumbnailsOf(app)

  app.http.handle(downloadAttachment, async ({ ctx, params, query, request }) => {
    const { title, file, immutable } = await findFile(ctx, params.pageId, params.filename, query)
    return fileAnswer(ctx.app, request, {
      title,
      mediaType: file.media_type,
      sha256: file.sha256,
      size: file.size,
      modifiedAt: file.at,
      immutable,
      forSaving: query.download ?? false,
    })
  })

  app.http.handle(downloadThumbnail, async ({ ctx, params, query, request }) => {
    const { title, file, immutable } = await findFile(ctx, params.pageId, params.filename, query)
    const thumbnail = (again?: boolean) =>
      isPicture(file.media_type) ? thumbnails.get(file, sideFor(query.width), sideFor(query.height), again) : undefined
    const answer = (made: Thumbnail | undefined) => {
      if (!made) throw notFound('There is no thumbnail of {{title}}', { values: { title }, forPrograms: true })
      return fileAnswer(ctx.app, request, { ...made, title, modifiedAt: file.at, immutable })
    }
    try {
      return await answer(await thumbnail())
    } catch (error) {
      if (error instanceof MissingBlob) return answer(await thumbnail(true))
      throw error
    }
  })
}

/**
 * The file of a name, in the version that is asked for, or one that a job is about to attach. Readers of a page see its
 * files; files of a page in the trash are for users who may restore it.
 * @throws HttpError 404
 */
async function findFile(
  ctx: Context,
  pageId: number,
  filename: string,
  asked: Asked,
): Promise<{ title: string; file: FileBytes; immutable: boolean }> {
  const container = await requireContent(ctx, pageId, { trashed: true })
  const { read } = ctx.app.database
  const name = fileNameOf(filename)
  const row =
    (await attachmentByName(read, container.id, name)) ??
    // Old addresses write a blank as plus.
    (name.includes('+') ? await attachmentByName(read, container.id, name.replaceAll('+', ' ')) : undefined)
  const title = row?.title ?? name
  const attached = row && (await fileVersion(read, row.id, asked.version ?? row.version))
  const file = attached ?? (await findLateFile(ctx, container, { name: title, version: asked.version }))
  if (file) return { title, file, immutable: row !== undefined && isImmutable(row, asked) }
  if (!row) throw notFound('The page {{pageId}} has no attachment named {{name}}', { values: { pageId, name } })
  throw noVersion(row, asked.version ?? row.version)
}

/** Both parts of the address as answers write it: whatever changes about the current version changes the date. */
function isImmutable(row: ContentRow, asked: Asked): boolean {
  return asked.version === row.version && asked.modificationDate === row.updated_at
}
