/** Marks of blocks where a merge has kept two texts. */
import * as Y from 'yjs'
import { toEditor, type EditorNode } from '#language/editor/index.ts'
import { resolve, type Conflict, type Merge, type SideMark } from '#language/merge.ts'
import type { StorageNode } from '#language/index.ts'
import { CONFLICT, type ConflictMark } from '../../shared.ts'
import { bodyOf, completeNode, isSuggested, isText, partsOf, type Part } from './tree.ts'

/** Attribute that carries a mark from the merged text to the editor's nodes; it is stored nowhere. */
const CARRIER = 'data-ox-conflict'

/** Origins of the two sides of a merge. */
export type Origins = Readonly<Record<'theirs' | 'mine', Omit<ConflictMark, 'id'>>>

/**
 * Marks both texts of each conflict in a document that has the merged text with both.
 * @param id prefix of the marks, of this merge alone
 */
export function markConflicts(
  doc: Y.Doc,
  merged: Merge,
  { id, origins, boxes }: { id: string; origins: Origins; boxes: ReadonlySet<string> },
): void {
  const mark: SideMark = (nodes, side, conflict) => {
    if (!hasTwoTexts(conflict)) return nodes
    const value: ConflictMark = { id: `${id}-${merged.conflicts.indexOf(conflict)}`, ...origins[side] }
    return nodes.map(node => carrying(node, JSON.stringify(value)))
  }
  if (!merged.conflicts.some(hasTwoTexts)) return
  const { content = [] } = toEditor(
    resolve(merged, () => 'both', mark),
    boxes,
  )
  doc.transact(() => setMarks(bodyOf(doc), partsOf(content.map(completeNode))))
}

/** A side that has deleted its blocks leaves one text. */
const hasTwoTexts = ({ theirs, mine }: Conflict): boolean => hasText(theirs) && hasText(mine)

const hasText = (nodes: readonly StorageNode[]): boolean =>
  nodes.some(node => node.type === 'element' || (node.type === 'text' && node.text.trim() !== ''))

function carrying(node: StorageNode, value: string): StorageNode {
  if (node.type !== 'element') return node
  return { ...node, attributes: { ...node.attributes, [CARRIER]: value } }
}

/** Sets the marks that parts carry on the types of the same text. */
function setMarks(parent: Y.XmlFragment, parts: readonly Part[]): void {
  const shown = parent.toArray().filter(type => !isSuggested(type))
  for (const [index, type] of shown.entries()) {
    const part = parts[index]
    if (!(type instanceof Y.XmlElement) || !part || isText(part) || part.type !== type.nodeName) continue
    const value = carried(part)
    if (value) type.setAttribute(CONFLICT, value as never)
    else setMarks(type, partsOf(part.content))
  }
}

function carried({ attrs = {} }: EditorNode): ConflictMark | undefined {
  const value = (attrs['attributes'] as Record<string, string> | null | undefined)?.[CARRIER]
  // Content that the editor does not show is one source.
  const source = typeof attrs['source'] === 'string' ? SOURCE.exec(attrs['source'])?.[1] : undefined
  const json = value ?? source?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return json === undefined ? undefined : (JSON.parse(json) as ConflictMark)
}

const SOURCE = new RegExp(`^\\s*<[^>]*? ${CARRIER}="([^"]*)"`)
