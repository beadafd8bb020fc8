export { contentWeb } from './feature.tsx'
export { pageViewOptions } from './page-route.ts'
export { refreshPageTree, spaceTree } from './tree/space-tree.ts'
export { whenExactly, whenWords } from '../reading.ts'
