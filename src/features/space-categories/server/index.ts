export { spaceCategoriesFeature } from './feature.ts'
export { importCategories } from './store.ts'
