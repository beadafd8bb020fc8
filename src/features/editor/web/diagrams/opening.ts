import { NodeSelection } from '@tiptap/pm/state'
import type { Search } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import {
  DIAGRAM_TYPE_PARAMETER,
  INLINE_EDITOR_EVENT,
  inlineEditorDetail,
  plainReference,
  SHOW_MACRO_PARAMETER,
  templatesOf,
  type DiagramReference,
} from '#features/diagrams/reference-shared.ts'
import { chooseEdited } from '#features/diagrams/web/index.ts'
import { isSameDiagram, latest } from '#features/diagrams/macros-shared.ts'
import type { EditorTools } from '../tools.ts'
import { diagramIn } from './picture.ts'
import { rewriteShown } from './rewrite.ts'

export type DiagramTemplates = ReturnType<typeof templatesOf>

/** Diagram being edited, or a new one. */
export interface DiagramOpening {
  /** Empty name for a new one. */
  reference: DiagramReference
  /** Position of its node, or of insertion. */
  at: number
  templates: DiagramTemplates
  /** The pinned version is edited, instead of the newest. */
  isPinnedEdited: boolean
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
  const reference = selectedDiagram(tools) ?? plainReference(Number(session.view.id), '')
  const open = (isPinnedEdited: boolean) => {
    tools.diagram = { reference, at: selection.from, templates, isPinnedEdited }
    tools.open('diagram')
  }
  const event = new CustomEvent(INLINE_EDITOR_EVENT, { detail: inlineEditorDetail(reference), cancelable: true })
  if (!document.dispatchEvent(event)) return
  const { ownerPageId, name, version } = reference
  if (version === undefined) return open(false)
  void chooseEdited({ ownerPageId: String(ownerPageId), name, version, pageId: session.view.id }, edited =>
    open(edited === 'pinned'),
  ).catch((error: unknown) => showFailure(t('The diagram editor could not be opened'), error))
}

/** The diagram that is selected in the text. */
export function selectedDiagram({ editor, session }: EditorTools): DiagramReference | undefined {
  const { selection } = editor.state
  return selection instanceof NodeSelection ? diagramIn(selection.node, session.view.id) : undefined
}

/** Lets all macros of a diagram show its newest version. */
export function unpinDiagram(tools: EditorTools, diagram: Pick<DiagramReference, 'ownerPageId' | 'name'>): void {
  rewriteShown(tools, shown =>
    shown.version !== undefined && isSameDiagram(shown, diagram) ? latest(shown) : undefined,
  )
  tools.editor.commands.focus()
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
