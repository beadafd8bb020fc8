/** Pasted content of another page: pictures, file links, page links and diagrams keep their targets. */
import { Fragment, Slice, type Attrs, type Node as ProseNode } from '@tiptap/pm/model'
import { moveReferences, type TextPlace } from '#language/references.ts'
import { mayShowDiagrams, rewriteDiagrams } from '#features/diagrams/macros-shared.ts'
import { rewriteSource, SOURCES } from './sources.ts'

/**
 * A slice in which references have the same targets at `to` as at `from`.
 * @param from undefined for content whose references are absolute
 */
export function movedSlice(slice: Slice, from: TextPlace | undefined, to: TextPlace): Slice {
  const move = (source: string): string => movedSource(source, from, to)
  return new Slice(movedFragment(slice.content, move), slice.openStart, slice.openEnd)
}

function movedFragment(fragment: Fragment, move: (source: string) => string): Fragment {
  const nodes: ProseNode[] = []
  fragment.forEach(node => nodes.push(movedNode(node, move)))
  return Fragment.fromArray(nodes)
}

function movedNode(node: ProseNode, move: (source: string) => string): ProseNode {
  const marks = node.marks.map(mark => {
    const attrs = movedAttributes(mark.attrs, move)
    return attrs === mark.attrs ? mark : mark.type.create(attrs)
  })
  if (node.isText) return node.mark(marks)
  return node.type.create(movedAttributes(node.attrs, move), movedFragment(node.content, move), marks)
}

function movedAttributes(attrs: Attrs, move: (source: string) => string): Attrs {
  const changed = SOURCES.flatMap(name => {
    const source: unknown = attrs[name]
    const next = typeof source === 'string' ? move(source) : source
    return next === source ? [] : [[name, next]]
  })
  return changed.length === 0 ? attrs : { ...attrs, ...(Object.fromEntries(changed) as Attrs) }
}

function movedSource(source: string, from: TextPlace | undefined, to: TextPlace): string {
  const hasDiagram = mayShowDiagrams(source)
  // References are resource identifiers, or parameters of macros.
  if (!hasDiagram && !/<ri:|<ac:(?:structured-)?macro/.test(source)) return source
  return rewriteSource(source, document => {
    const { doc } = moveReferences(document, from, to)
    if (!hasDiagram || from?.pageId === undefined) return doc
    return rewriteDiagrams(doc, Number(from.pageId), shown => shown, Number(to.pageId ?? 0)).document
  })
}
