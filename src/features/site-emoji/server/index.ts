export { siteEmojiFeature } from './feature.ts'
export { blobOfEmoji } from './service.ts'
export { siteEmojiOf } from './store.ts'
