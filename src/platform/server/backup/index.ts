export { backup } from './backup.ts'
export type { Manifest } from './manifest.ts'
export { checkArchive, restore } from './restore.ts'
