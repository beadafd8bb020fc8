export { restrictionsFeature } from './feature.ts'
export { restrictionsView } from './routes.ts'
export { letIn, type Change } from './service.ts'
export { guardChain, loadSubjects, type Operation, type Subjects } from './store.ts'
