export { tableMacrosWeb } from './feature.ts'
