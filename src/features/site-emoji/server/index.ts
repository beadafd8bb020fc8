export { siteEmojiFeature } from './feature.ts'
export { siteEmojiOf } from './store.ts'
