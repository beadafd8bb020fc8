export { spaceCategoriesFeature } from './feature.ts'
