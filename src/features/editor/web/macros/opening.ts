/** Macros whose form is open, in the text or before they are inserted. */
import type { Editor, JSONContent } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import { parse } from '#language/parse.ts'
import { serialise } from '#language/serialise.ts'
import {
  fromEditor,
  isSuggestionMark,
  placedMacro,
  SUGGESTED,
  toEditor,
  type EditorMark,
  type EditorNode,
} from '#language/editor/index.ts'
import { diagramIn } from '../diagrams/picture.ts'
import { macroName } from '../tiptap/macro-dom.ts'
import type { EditorTools } from '../tools.ts'

/** A macro to insert, or the position of the node of one. */
export type MacroOpening =
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'placed'; readonly at: number }

/** The position of a macro in the text; undefined for a new one. */
export function placeOf(opening: MacroOpening | undefined): number | undefined {
  return opening?.kind === 'placed' ? opening.at : undefined
}

/** Opens the form of a macro. */
export function openMacro(tools: EditorTools, opening: MacroOpening): void {
  tools.macro = opening
  tools.open('macro')
}

/** Opens the source of the block at a position. */
export function openSource(tools: EditorTools, at: number): void {
  tools.macro = { kind: 'placed', at }
  tools.open('source')
}

/** The name of the macro that a node is; undefined for other nodes, and for diagrams, which have an editor. */
export function macroAt(tools: EditorTools, node: ProseNode): string | undefined {
  if (node.type.name === 'macro' || node.type.name === 'codeBlock') return macroName(node)
  if (!isOpaque(node) || diagramIn(node, tools.session.view.id)) return undefined
  return placedMacro(String(node.attrs['source']))?.name
}

/** Whether a node is shown as a whole. */
export function isOpaque(node: ProseNode): boolean {
  return node.type.name === 'opaqueBlock' || node.type.name === 'opaqueInline'
}

/** Opens the form of a macro by a click or Enter. @returns cleanup function */
export function listenForMacros(tools: EditorTools): () => void {
  const { editor } = tools
  const open = (node: ProseNode, at: number): boolean => {
    if (!editor.isEditable || !isOpaque(node) || macroAt(tools, node) === undefined) return false
    openMacro(tools, { kind: 'placed', at })
    return true
  }
  // Before the keys of the text. Another plugin would have a shared text built and drawn again.
  editor.view.setProps({
    handleClickOn(view, _position, node, at, event, isDirect) {
      if (!isDirect || event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return false
      if (!isOpaque(node)) return false
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
      return open(node, at)
    },
    handleKeyDown({ state: { selection } }, event) {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
      return selection instanceof NodeSelection && open(selection.node, selection.from)
    },
  })
  return () => {
    if (!editor.isDestroyed) editor.view.setProps({ handleClickOn: undefined, handleKeyDown: undefined })
  }
}

/** Storage format of the node at a position. */
export function sourceAt({ state }: Editor, at: number): string {
  const node = state.doc.nodeAt(at)
  if (!node) return ''
  if (isOpaque(node)) return String(node.attrs['source'])
  const block = node.toJSON() as EditorNode
  // A suggestion is left out of the text, but has a source.
  const attrs = { ...block.attrs, [SUGGESTED.block]: null }
  return serialise(fromEditor({ type: 'doc', content: [{ ...block, attrs }] }))
}

/**
 * Puts other storage format in place of the node at a position.
 * @throws StorageSyntaxError
 */
export function replaceSource({ editor, session }: EditorTools, at: number, source: string): void {
  const node = editor.state.doc.nodeAt(at)
  if (!node) return
  const content = contentOf(source, session.boxes, node.isInline)
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      tr.replaceWith(
        at,
        at + node.nodeSize,
        content.map(child => state.schema.nodeFromJSON(suggestedAs(node, child))),
      )
      return true
    })
    .run()
}

/** A node in place of another one, of the same suggestion: it is not published before the suggestion is accepted. */
function suggestedAs(node: ProseNode, { attrs, ...next }: JSONContent): JSONContent {
  const suggestion: unknown = node.attrs[SUGGESTED.block]
  const marks = node.marks.map(mark => mark.toJSON() as EditorMark).filter(isSuggestionMark)
  return {
    ...next,
    attrs: suggestion ? { ...attrs, [SUGGESTED.block]: suggestion } : attrs,
    ...(marks.length > 0 ? { marks } : {}),
  } as JSONContent
}

/**
 * The nodes of a source.
 * @param isInline those of its only line
 * @throws StorageSyntaxError
 */
export function contentOf(source: string, boxes: ReadonlySet<string>, isInline: boolean): JSONContent[] {
  const { content = [] } = toEditor(parse(source), boxes) as JSONContent
  if (!isInline) return content
  if (source !== '' && content.every(({ type }) => type === 'opaqueBlock'))
    return content.map(({ attrs }) => ({ type: 'opaqueInline', attrs: { source: attrs?.['source'] } }))
  return content.flatMap(block => block.content ?? [])
}
