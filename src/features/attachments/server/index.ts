import type {} from './tables.ts'

export { attachmentsFeature } from './feature.ts'
export { maxAttachmentSize } from './settings.ts'
export { downloadPath, thumbnailPath } from './model/paths.ts'
export { niceType } from './model/media-types.ts'
