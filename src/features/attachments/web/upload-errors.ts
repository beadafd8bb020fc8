/** Error codes of uploads, as the old product's uploader numbers them. */
export const UPLOAD_ERROR = {
  generic: -100,
  http: -200,
  io: -300,
  security: -400,
  init: -500,
  fileSize: -600,
  fileExtension: -601,
  folder: -602,
  imageFormat: -700,
  imageMemory: -701,
  imageDimensions: -702,
} as const
export type UploadErrorCode = (typeof UPLOAD_ERROR)[keyof typeof UPLOAD_ERROR]

/** Why a file was not uploaded, for people and by its code. */
export class UploadError extends Error {
  override name = 'UploadError'
  readonly code: UploadErrorCode

  constructor(code: UploadErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A refusal by a proxy before the wiki, whose limit on bodies is lower than what was sent. */
export class ProxyLimitError extends UploadError {
  override name = 'ProxyLimitError'

  constructor(message: string) {
    super(UPLOAD_ERROR.http, message)
  }
}
