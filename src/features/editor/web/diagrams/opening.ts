import { NodeSelection } from '@tiptap/pm/state'
import { changeMacro } from '#language/editor/index.ts'
import type { Search } from '#platform/web/feature.ts'
import {
  DIAGRAM_TYPE_PARAMETER, INLINE_EDITOR_EVENT, inlineEditorDetail, plainReference, SHOW_MACRO_PARAMETER, templatesOf, type DiagramReference,
} from '#features/diagrams/reference-shared.ts'
import type { EditorTools } from '../tools.ts'
import { diagramIn } from './picture.ts'

export type DiagramTemplates = ReturnType<typeof templatesOf>

/** What the diagram editor is open for: a diagram of the text, or a new one. */
export interface DiagramOpening {
  /** Its name is empty for a new one. */
  reference: DiagramReference
  /** Position of its node in the text; where a new one goes. */
  at: number
  templates: DiagramTemplates
}

/** The templates with which an address begins a new page; undefined for a page that begins without a diagram. */
export function diagramOf(search: Search): DiagramTemplates | undefined {
  const one = (name: string) => [search[name]].flat()[0]
  return one(SHOW_MACRO_PARAMETER) === 'true' ? templatesOf(one(DIAGRAM_TYPE_PARAMETER)) : undefined
}

/**
 * Asks for the diagram editor by the event that scripts of the old product listen for: for the diagram that is selected,
 * or else for a new one. Who takes the event for itself prevents its default.
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

/** Lets the diagram that is selected show its newest version again. */
export function unpinDiagram({ editor }: EditorTools): void {
  const { selection, tr } = editor.state
  if (!(selection instanceof NodeSelection)) return
  const source = changeMacro(String(selection.node.attrs['source']), 'version', undefined)
  tr.setNodeAttribute(selection.from, 'source', source)
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, selection.from)))
  editor.commands.focus()
}

/** Opens a diagram of the text when it is pressed twice. @returns a function that ends it */
export function listenForDiagrams(tools: EditorTools): () => void {
  const { dom } = tools.editor.view
  const pressTwice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('.ox-diagram-node')) askForDiagram(tools)
  }
  dom.addEventListener('dblclick', pressTwice)
  return () => dom.removeEventListener('dblclick', pressTwice)
}
