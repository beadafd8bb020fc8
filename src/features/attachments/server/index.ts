import type {} from './tables.ts'

export { attachmentsFeature } from './feature.ts'
export { maxAttachmentSize } from './settings.ts'
