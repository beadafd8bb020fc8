import { lazy, Suspense, useCallback, useEffect } from 'react'
import { PageDialogPlace } from '#features/diagrams/web/index.ts'
import { listenForMacros } from '../macros/opening.ts'
import type { EditorTools } from '../tools.ts'
import { PicturePlace } from '../pictures/PicturePlace.tsx'
import { useDialog } from '../toolbar/use-state.ts'
import { EarlyKeys } from './EarlyKeys.tsx'

const LinkDialog = lazy(() => import('./LinkDialog.tsx'))
const FileDialog = lazy(() => import('./FileDialog.tsx'))
const DiagramDialog = lazy(() => import('../diagrams/DiagramDialog.tsx'))
const UnlinkDialog = lazy(() => import('../diagrams/UnlinkDialog.tsx'))
const InsertDiagramDialog = lazy(() => import('../diagrams/InsertDiagramDialog.tsx'))
const DiagramOptionsDialog = lazy(() => import('../diagrams/DiagramOptionsDialog.tsx'))
const EmojiDialog = lazy(() => import('../emoji/EmojiDialog.tsx'))
const MoveAwayDialog = lazy(() => import('../blocks/MoveAwayDialog.tsx'))
const MacroBrowser = lazy(() => import('../macros/MacroBrowser.tsx'))
const MacroDialog = lazy(() => import('../macros/MacroDialog.tsx'))
const SourceDialog = lazy(() => import('../macros/SourceDialog.tsx'))
const OutlineDialog = lazy(() => import('./OutlineDialog.tsx'))
const KeysDialog = lazy(() => import('./KeysDialog.tsx'))
const PictureDialog = lazy(() => import('../pictures/PictureDialog.tsx'))
const CropDialog = lazy(() => import('../pictures/CropDialog.tsx'))
const AtomDialogs = lazy(() => import('./AtomDialogs.tsx'))

/** Open dialog of the editor tools. */
export function EditorDialogs({ tools }: { tools: EditorTools }) {
  const dialog = useDialog(tools)
  useEffect(() => listenForMacros(tools), [tools])
  const cancel = useCallback(() => {
    tools.close()
    // At once, unlike closing, which waits for the dialog to go.
    tools.editor.view.focus()
  }, [tools])
  return (
    <>
      <Suspense>
        <PageDialogPlace />
      </Suspense>
      <Suspense fallback={<EarlyKeys onCancel={cancel} />}>
        {dialog === 'link' && <LinkDialog tools={tools} />}
        {dialog === 'image' && <FileDialog tools={tools} />}
        {dialog === 'diagram' && <DiagramDialog tools={tools} />}
        {dialog === 'unlink' && <UnlinkDialog tools={tools} />}
        {dialog === 'diagramInsert' && <InsertDiagramDialog tools={tools} />}
        {dialog === 'diagramOptions' && <DiagramOptionsDialog tools={tools} />}
        {dialog === 'emoji' && <EmojiDialog tools={tools} />}
        {dialog === 'moveAway' && <MoveAwayDialog tools={tools} />}
        {dialog === 'macros' && <MacroBrowser tools={tools} />}
        {dialog === 'macro' && <MacroDialog tools={tools} />}
        {dialog === 'source' && <SourceDialog tools={tools} />}
        {dialog === 'outline' && <OutlineDialog tools={tools} />}
        {dialog === 'shortcuts' && <KeysDialog tools={tools} />}
        {dialog === 'imageReplace' && <FileDialog tools={tools} isReplacing />}
        {dialog === 'imageOptions' && <PictureDialog tools={tools} />}
        {dialog === 'imageCrop' && <CropDialog tools={tools} />}
        {(dialog === 'status' || dialog === 'date') && <AtomDialogs tools={tools} dialog={dialog} />}
      </Suspense>
      <PicturePlace tools={tools} />
    </>
  )
}
