import {
  document,
  element,
  isMacro,
  macroOf,
  type ElementNode,
  type StorageDocument,
  type StorageNode,
} from '#language/index.ts'
import { latest, referenceOf, rewriteDiagrams } from '../macros-shared.ts'
import { MACRO } from '../names.ts'
import { plainReference, writeReference, type DiagramReference } from '../reference-shared.ts'

/** Elements that contain paragraphs. */
const HOLDERS: ReadonlySet<string> = new Set(['ac:layout-cell', 'ac:rich-text-body', 'td', 'th'])

/** The diagram that is copied. */
export type CopiedDiagram = Pick<DiagramReference, 'ownerPageId' | 'name'>

/**
 * The text of a page with a macro that shows a copy: below the first macro that shows the original, with the same
 * parameters; on a page without one it comes last.
 * @param pageId of the text, to which the copy is attached
 * @param name of the copy
 */
export function withCopy(doc: StorageDocument, pageId: number, name: string, original: CopiedDiagram): StorageDocument {
  const nodes = belowOriginal(doc.children, true, pageId, name, original)
  return document(Array.isArray(nodes) ? nodes : atEnd(doc.children, shown(plainReference(pageId, name), pageId)))
}

/**
 * The nodes with the copy, the macro `inside` where the copy has to be further out, or undefined without the original.
 */
function belowOriginal(
  nodes: readonly StorageNode[],
  canHold: boolean,
  ...to: [pageId: number, name: string, original: CopiedDiagram]
): StorageNode[] | { inside: ElementNode; reference: DiagramReference } | undefined {
  const [pageId, name, original] = to
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'element') continue
    const macro = isMacro(node) ? macroOf(node) : undefined
    const reference = macro && referenceOf(macro, pageId)
    const isOriginal = reference?.ownerPageId === original.ownerPageId && reference.name === original.name
    const found = isOriginal ? { inside: node, reference } : belowOriginal(node.children, HOLDERS.has(node.name), ...to)
    if (!found) continue
    if (Array.isArray(found)) return nodes.with(index, { ...node, children: found })
    if (!canHold) return found
    const copy = { ...latest(found.reference), ownerPageId: pageId, name }
    return nodes.toSpliced(index + 1, 0, copy.macro ? shownAs(found.inside, copy, pageId) : shown(copy, pageId))
  }
  return undefined
}

/** In a page with a layout, its last cell: nothing may be beside a layout. */
function atEnd(nodes: readonly StorageNode[], made: StorageNode): StorageNode[] {
  const index = nodes.findLastIndex(({ type }) => type === 'element')
  const last = nodes[index]
  const isLayout = last?.type === 'element' && /^ac:layout(?:-section)?$/.test(last.name)
  if (isLayout) return nodes.with(index, { ...last, children: atEnd(last.children, made) })
  const isCell = last?.type === 'element' && last.name === 'ac:layout-cell'
  return isCell ? nodes.with(index, { ...last, children: [...last.children, made] }) : [...nodes, made]
}

/** A paragraph with a macro of draw.io like that of the original: it has parameters that a reference lacks. */
function shownAs(original: ElementNode, copy: DiagramReference, pageId: number): StorageNode {
  const { 'ac:macro-id': _id, ...attributes } = original.attributes
  const macro = element(original.name, attributes, original.children)
  return element('p', {}, rewriteDiagrams(document([macro]), pageId, () => copy).document.children)
}

/** A paragraph with the macro. */
function shown(reference: DiagramReference, pageId: number): StorageNode {
  const parameters = Object.entries(writeReference(reference, pageId))
  return element('p', {}, [
    element(
      'ac:structured-macro',
      { 'ac:name': MACRO },
      parameters.map(([name, value]) => element('ac:parameter', { 'ac:name': name }, [value])),
    ),
  ])
}
