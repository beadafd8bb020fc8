import { useState } from 'react'
import { isSameReference, latest } from '#features/diagrams/macros-shared.ts'
import { CopyFlowUnlinkDialog } from '#features/diagrams/web/index.ts'
import type { EditorTools } from '../tools.ts'
import { selectedDiagram } from './opening.ts'
import { rewriteShown } from './rewrite.ts'

/** Makes the selected diagram of another page an independent one of this page. */
export default function UnlinkDialog({ tools }: { tools: EditorTools }) {
  const [diagram] = useState(() => selectedDiagram(tools))
  if (!diagram) return null
  const { id: pageId } = tools.session.view
  return (
    <CopyFlowUnlinkDialog
      diagram={{
        ownerPageId: String(diagram.ownerPageId),
        name: diagram.name,
        version: diagram.version,
        pageId,
        isInline: true,
      }}
      onUnlinked={name =>
        rewriteShown(tools, shown =>
          isSameReference(shown, diagram) ? { ...latest(shown), ownerPageId: Number(pageId), name } : undefined,
        )
      }
      onClose={tools.close}
    />
  )
}
