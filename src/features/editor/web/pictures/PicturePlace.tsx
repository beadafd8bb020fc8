import { lazy, Suspense } from 'react'
import type { EditorTools } from '../tools.ts'
import { useDialog, usePlaceState } from '../toolbar/use-state.ts'
import { selectedPicture } from './change-picture.ts'

const PictureTools = lazy(() => import('./PictureTools.tsx'))

/** Place of the tools for the selected picture. */
export function PicturePlace({ tools }: { tools: EditorTools }) {
  const picture = selectedPicture(usePlaceState(tools))
  const dialog = useDialog(tools)
  if (!picture || dialog !== undefined || !tools.editor.isEditable) return null
  return (
    <Suspense>
      <PictureTools key={picture.at} tools={tools} node={picture.node} at={picture.at} />
    </Suspense>
  )
}
