export { textToStorage } from './plain-text.ts'
