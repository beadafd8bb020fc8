export { tasksWeb } from './feature.tsx'
