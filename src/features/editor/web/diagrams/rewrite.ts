import { NodeSelection } from '@tiptap/pm/state'
import type { DiagramReference } from '#features/diagrams/reference-shared.ts'
import { mayShowDiagrams, rewriteDiagrams } from '#features/diagrams/macros-shared.ts'
import type { EditorTools } from '../tools.ts'
import { rewriteSource, SOURCES } from '../tiptap/sources.ts'

/**
 * Changes the diagrams of the edited text, also those within macros that the editor only carries, in one step of undo.
 * @param change the new reference, or undefined for what stays
 */
export function rewriteShown(
  { editor, session }: EditorTools,
  change: (reference: DiagramReference) => DiagramReference | undefined,
): void {
  const { doc, selection, tr } = editor.state
  doc.descendants((node, at) => {
    for (const name of SOURCES) {
      const source: unknown = node.attrs[name]
      if (typeof source !== 'string' || !mayShowDiagrams(source)) continue
      const next = rewriteSource(source, text => rewriteDiagrams(text, Number(session.view.id), change).document)
      if (next !== source) tr.setNodeAttribute(at, name, next)
    }
  })
  if (!tr.docChanged) return
  // Setting an attribute replaces the node.
  if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, selection.from))
  editor.view.dispatch(tr)
}
