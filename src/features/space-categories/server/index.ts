export { spaceCategoriesFeature } from './feature.ts'
export { importCategories, MAX_CATEGORIES } from './store.ts'
