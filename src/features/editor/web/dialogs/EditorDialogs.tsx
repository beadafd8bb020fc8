import { lazy, Suspense } from 'react'
import type { EditorTools } from '../tools.ts'
import { useDialog } from '../toolbar/use-state.ts'

const LinkDialog = lazy(() => import('./LinkDialog.tsx'))
const FileDialog = lazy(() => import('./FileDialog.tsx'))
const DiagramDialog = lazy(() => import('../diagrams/DiagramDialog.tsx'))
const AtomDialogs = lazy(() => import('./AtomDialogs.tsx'))

/** Open dialog of the editor tools. */
export function EditorDialogs({ tools }: { tools: EditorTools }) {
  const dialog = useDialog(tools)
  if (dialog === undefined) return null
  return (
    <Suspense>
      {dialog === 'link' && <LinkDialog tools={tools} />}
      {dialog === 'image' && <FileDialog tools={tools} />}
      {dialog === 'diagram' && <DiagramDialog tools={tools} />}
      {(dialog === 'status' || dialog === 'date' || dialog === 'imageOptions') && (
        <AtomDialogs tools={tools} dialog={dialog} />
      )}
    </Suspense>
  )
}
