export { restrictionsFeature } from './feature.ts'
export { restrictionsView } from './routes.ts'
export { type Change } from './service.ts'
export { loadSubjects, type Subjects } from './store.ts'
