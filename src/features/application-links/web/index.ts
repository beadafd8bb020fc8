export { linkCall } from './link-call.ts'
