import { useState } from 'react'
import { macroSource } from '#language/editor/index.ts'
import { isSameDiagram } from '#features/diagrams/macros-shared.ts'
import { addDiagramReference, plainReference } from '#features/diagrams/reference-shared.ts'
import { InlineDiagramEditor, offerLatestInline } from '#features/diagrams/web/index.ts'
import type { EditorTools } from '../tools.ts'
import { unpinDiagram } from './opening.ts'
import { diagramIn, refreshPictures } from './picture.ts'
import { rewriteShown } from './rewrite.ts'
import { asReference } from './with-reference.ts'

/** Diagram editor dialog. A new diagram is inserted on its first save. */
export default function DiagramDialog({ tools }: { tools: EditorTools }) {
  const { editor, session } = tools
  const [opening] = useState(() => tools.diagram)
  const [shown, setShown] = useState(opening?.reference)
  if (!opening || !shown) return null
  const page = Number(session.view.id)
  const { ownerPageId, name, version } = opening.reference

  const store = (saved: { name: string; image: string }) => {
    if (shown.name === '') {
      const reference = plainReference(ownerPageId, saved.name)
      addDiagramReference(reference, page, (macro, parameters) => {
        editor.commands.insertContentAt(opening.at, {
          type: 'opaqueInline',
          attrs: { source: macroSource(macro, parameters) },
        })
      })
      setShown(reference)
    } else if (saved.name !== shown.name) {
      // Saved under another name after a conflict: link that one, without pinning a version.
      const reference = { ...shown, name: saved.name, version: 0 }
      const source = String(editor.state.doc.nodeAt(opening.at)?.attrs['source'])
      editor.view.dispatch(editor.state.tr.setNodeAttribute(opening.at, 'source', asReference(source, reference, page)))
      setShown(reference)
    }
    refreshPictures(editor.view.dom, { ownerPageId, name: saved.name }, saved.image)
  }
  /** The wiki's texts follow by themselves; this one is with who writes it. */
  const rename = ({ from, to }: { from: string; to: string }) => {
    const diagram = { ownerPageId, name: from }
    rewriteShown(tools, reference => (isSameDiagram(reference, diagram) ? { ...reference, name: to } : undefined))
    setShown({ ...shown, name: to })
  }
  const leave = () => {
    const node = editor.state.doc.nodeAt(opening.at)
    // Deselect, so that typing does not replace it.
    if (node && diagramIn(node, session.view.id)) editor.commands.setTextSelection(opening.at + node.nodeSize)
    tools.close()
    offerLatestInline(session.view.id, diagram => unpinDiagram(tools, diagram)).catch(reportError)
  }
  return (
    <InlineDiagramEditor
      target={{
        ownerPageId: String(ownerPageId),
        name,
        templates: opening.templates,
        pageId: session.view.id,
        ...(version ? { pinned: version } : {}),
        ...(version && opening.isPinnedEdited ? { edited: version } : {}),
      }}
      onSaved={store}
      onRenamed={rename}
      onClose={leave}
    />
  )
}
