import { extensionPoint } from '#platform/server/extensions.ts'
import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import type { AttachmentVersionRow } from '../store.ts'

/** A file of a page that is asked for by its address. */
export interface AskedFile {
  name: string
  /** The newest by default. */
  version?: number | undefined
}

/** A version of a file as downloads need it, whether it is attached or a job will attach it. */
export type FileBytes = Pick<AttachmentVersionRow, 'media_type' | 'sha256' | 'size' | 'at'>

/** Features whose jobs attach files make one here that is asked for before its job has run; undefined for other files. */
export const lateFiles =
  extensionPoint<(ctx: Context, page: ContentRow, asked: AskedFile) => Promise<FileBytes | undefined>>(
    'attachments.late-files',
  )

/** The bytes of a file that is not attached yet, if a feature can make them. */
export async function findLateFile(ctx: Context, page: ContentRow, asked: AskedFile): Promise<FileBytes | undefined> {
  for (const find of ctx.app.extensions.all(lateFiles)) {
    const file = await find(ctx, page, asked)
    if (file) return file
  }
  return undefined
}
