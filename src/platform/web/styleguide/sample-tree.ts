import type { TreeNode } from '../tree/model.ts'
import type { ChildPage } from '../tree/useTree.ts'

const TITLES = [
  'Getting started',
  'Architecture',
  'How we release',
  'Incident handbook: what to do when the pager rings at night',
  '設計ドキュメント',
  'دليل الفريق',
  'Glossary',
  'Meeting notes',
]
const PAGE = 200
const TOP = 1_000

/** Generated tree of many thousand pages. */
export async function loadSampleChildren(parentId: string | null, start: number): Promise<ChildPage<TreeNode>> {
  const depth = parentId === null ? 0 : parentId.split('-').length
  const count = depth === 0 ? TOP : depth < 6 ? 6 : 0
  const size = Math.min(PAGE, count - start)
  const nodes = Array.from({ length: size }, (_, offset): TreeNode => {
    const index = start + offset
    const id = parentId === null ? `${index}` : `${parentId}-${index}`
    return {
      id,
      label: `${TITLES[(index + depth) % TITLES.length] ?? ''}${index >= TITLES.length ? ` ${index}` : ''}`,
      href: `/styleguide/page#${id}`,
      hasChildren: index % 4 !== 1 && depth < 6,
    }
  })
  return { nodes, next: start + size < count ? start + size : undefined }
}
