import type {} from './tables.ts'

export { attachmentsFeature } from './feature.ts'
export { maxAttachmentSize } from './settings.ts'
export { downloadPath } from './model/paths.ts'
export { sizeText } from '../sizes.ts'
