export { backup } from './backup.ts'
export type { Manifest } from './manifest.ts'
export { restore } from './restore.ts'
