import { NodeSelection } from '@tiptap/pm/state'
import { parse, StorageSyntaxError } from '#language/parse.ts'
import { serialise } from '#language/serialise.ts'
import { MACRO, type DiagramReference } from '#features/diagrams/reference-shared.ts'
import { rewriteDiagrams } from '#features/diagrams/macros-shared.ts'
import type { EditorTools } from '../tools.ts'

/** Attributes of nodes that hold source in storage format. */
const SOURCES = ['source', 'before', 'head', 'tail', 'after'] as const

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
      if (typeof source !== 'string' || !source.toLowerCase().includes(MACRO)) continue
      const next = rewritten(source, Number(session.view.id), change)
      if (next !== source) tr.setNodeAttribute(at, name, next)
    }
  })
  if (!tr.docChanged) return
  // Setting an attribute replaces the node.
  if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, selection.from))
  editor.view.dispatch(tr)
}

function rewritten(
  source: string,
  pageId: number,
  change: (reference: DiagramReference) => DiagramReference | undefined,
): string {
  try {
    const { document, changed } = rewriteDiagrams(parse(source), pageId, change)
    return changed === 0 ? source : serialise(document)
  } catch (error) {
    // A foreign paste: shown as text.
    if (error instanceof StorageSyntaxError) return source
    throw error
  }
}
