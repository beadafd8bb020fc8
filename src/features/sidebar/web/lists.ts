/** Chunk of rarely used navigation. */
export { BlogTree } from './BlogTree.tsx'
export { ChildPagesNav } from './ChildPagesNav.tsx'
