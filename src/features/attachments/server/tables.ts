declare module '#platform/server/database/tables.ts' {
  interface Tables {
    attachment: AttachmentTable
    attachment_version: AttachmentVersionTable
    attachment_thumbnail: AttachmentThumbnailTable
    blob_doomed: BlobDoomedTable
    upload_chunk: UploadChunkTable
  }
}

/** Facts about the bytes of a file. */
interface FileColumns {
  /** Lower case, without parameters. */
  media_type: string
  /** Bytes. */
  size: number
  sha256: string
  comment: string
  /** Pixels as shown, of pictures that could be read; else null. */
  width: number | null
  height: number | null
}

/** The current version of an attachment; its name, author and times are in `content`. */
export interface AttachmentTable extends FileColumns {
  content_id: number
}

/** Every version, the current one too. Belongs to the row of `content_version`, and goes with it. */
export interface AttachmentVersionTable extends FileColumns {
  content_id: number
  number: number
  author_id: number | null
  at: number
}

/** Small pictures that were made of a blob. */
export interface AttachmentThumbnailTable {
  /** Address of the picture. Not called `sha256`: a thumbnail does not keep the blob that it was made of. */
  source: string
  /** `<width>x<height>` that it had to fit in. */
  box: string
  sha256: string
  size: number
  media_type: string
}

/** Chunks of files whose others are to come. */
export interface UploadChunkTable {
  /** Hash of the user, page and file: see `upload/chunks.ts`. */
  upload: string
  /** From 0. */
  number: number
  account_id: number | null
  sha256: string
  size: number
  at: number
}

/** Blobs that no row named when the collector last looked; see `collect-blobs.ts`. */
export interface BlobDoomedTable {
  blob: string
  at: number
}
