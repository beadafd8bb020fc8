export { tasksFeature } from './feature.ts'
export { importTasks } from './record.ts'
