import { extensionPoint } from '#platform/server/extensions.ts'
import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '#features/content/server/index.ts'

/** A file of a page that is asked for by its address. */
export interface AskedFile {
  name: string
  /** The newest by default. */
  version?: number | undefined
}

/** The bytes of a version of a file that a job will attach. */
export interface LateFile {
  mediaType: string
  sha256: string
  size: number
  /** Epoch milliseconds. */
  at: number
}

/** Features whose jobs attach files make one here that is asked for before its job has run; undefined for other files. */
export const lateFiles =
  extensionPoint<(ctx: Context, page: ContentRow, asked: AskedFile) => Promise<LateFile | undefined>>(
    'attachments.late-files',
  )

/** The bytes of a file that is not attached yet, if a feature can make them. */
export async function findLateFile(ctx: Context, page: ContentRow, asked: AskedFile): Promise<LateFile | undefined> {
  for (const find of ctx.app.extensions.all(lateFiles)) {
    const file = await find(ctx, page, asked)
    if (file) return file
  }
  return undefined
}
