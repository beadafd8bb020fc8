/** Navigation that few pages have: a chunk of its own. */
export { BlogTree } from './BlogTree.tsx'
export { ChildPagesNav } from './ChildPagesNav.tsx'
