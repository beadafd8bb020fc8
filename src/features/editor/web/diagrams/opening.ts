import { NodeSelection } from '@tiptap/pm/state'
import { changeMacro } from '#language/editor/index.ts'
import type { Search } from '#platform/web/feature.ts'
import {
  DIAGRAM_TYPE_PARAMETER,
  INLINE_EDITOR_EVENT,
  inlineEditorDetail,
  plainReference,
  SHOW_MACRO_PARAMETER,
  templatesOf,
  type DiagramReference,
} from '#features/diagrams/reference-shared.ts'
import type { EditorTools } from '../tools.ts'
import { diagramIn } from './picture.ts'

export type DiagramTemplates = ReturnType<typeof templatesOf>

/** Diagram being edited, or a new one. */
export interface DiagramOpening {
  /** Empty name for a new one. */
  reference: DiagramReference
  /** Position of its node, or of insertion. */
  at: number
  templates: DiagramTemplates
}

/** Templates requested by the address for a new page; undefined for none. */
export function diagramOf(search: Search): DiagramTemplates | undefined {
  const one = (name: string) => [search[name]].flat()[0]
  return one(SHOW_MACRO_PARAMETER) === 'true' ? templatesOf(one(DIAGRAM_TYPE_PARAMETER)) : undefined
}

/**
 * Opens the diagram editor for the selected or a new diagram by the event of the old product. Listeners may prevent the
 * default.
 */
export function askForDiagram(tools: EditorTools, templates: DiagramTemplates = 'all'): void {
  const { editor, session } = tools
  const { selection } = editor.state
  const selected = selection instanceof NodeSelection ? diagramIn(selection.node, session.view.id) : undefined
  const reference = selected ?? plainReference(Number(session.view.id), '')
  tools.diagram = { reference, at: selection.from, templates }
  const event = new CustomEvent(INLINE_EDITOR_EVENT, { detail: inlineEditorDetail(reference), cancelable: true })
  if (document.dispatchEvent(event)) tools.open('diagram')
}

/** Unpins the selected diagram, so that it shows its newest version. */
export function unpinDiagram({ editor }: EditorTools): void {
  const { selection, tr } = editor.state
  if (!(selection instanceof NodeSelection)) return
  const source = changeMacro(String(selection.node.attrs['source']), 'version', undefined)
  tr.setNodeAttribute(selection.from, 'source', source)
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, selection.from)))
  editor.commands.focus()
}

/** Opens diagrams on double click. @returns cleanup function */
export function listenForDiagrams(tools: EditorTools): () => void {
  const { dom } = tools.editor.view
  const pressTwice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('.ox-diagram-node')) askForDiagram(tools)
  }
  dom.addEventListener('dblclick', pressTwice)
  return () => dom.removeEventListener('dblclick', pressTwice)
}
