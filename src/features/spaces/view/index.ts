export { iconOf } from '../directory-view.ts'
