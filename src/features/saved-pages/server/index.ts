export { savedPagesFeature } from './feature.ts'
export { importSaved } from './store.ts'
