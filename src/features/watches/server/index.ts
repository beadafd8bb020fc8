export { watchesFeature } from './feature.ts'
export { setContentWatch, setSpaceWatch, spaceScopes, watchesContent } from './store.ts'
