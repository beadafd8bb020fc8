export { watchesFeature } from './feature.ts'
export { importWatches, setContentWatch, setSpaceWatch, spaceScopes, watchesContent } from './store.ts'
