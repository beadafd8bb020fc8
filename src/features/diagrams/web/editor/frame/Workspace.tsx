import { lazy, Suspense, useEffect } from 'react'
import type { TemplateCategory } from '../../../names.ts'
import { Canvas } from '../canvas/Canvas.tsx'
import { Dialogs } from '../panels/dialogs/Dialogs.tsx'
import { FindPanel } from '../panels/find/FindPanel.tsx'
import { LayersPanel } from '../panels/layers/LayersPanel.tsx'
import { LibraryPanel } from '../panels/library/LibraryPanel.tsx'
import { LinkHint } from '../panels/link/LinkHint.tsx'
import { ContextMenu } from '../panels/menu/ContextMenu.tsx'
import { Minimap } from '../panels/minimap/Minimap.tsx'
import { Outline } from '../panels/outline/Outline.tsx'
import { PagesBar } from '../panels/pages/PagesBar.tsx'
import { StylePanel } from '../panels/style/StylePanel.tsx'
import { TopBar } from '../panels/top/TopBar.tsx'
import { useEditor } from '../store/useEditor.ts'
import { FirstHint } from './FirstHint.tsx'
import { Notices } from './Notices.tsx'
import { useHost } from '../services/host.ts'
import type { FrameSession } from './session.ts'

const StartShelf = lazy(() => import('../panels/dialogs/StartShelf.tsx'))

/** Layout of canvas and panels; closed panels render nothing. */
export function Workspace({
  session,
  templates,
}: {
  session: FrameSession
  templates: TemplateCategory | 'all' | null
}) {
  const editor = useEditor()
  const { isNew } = useHost()
  // A user who asked for templates of a kind has their dialog.
  const isStarting = isNew && !editor.state().isReadOnly && (templates === null || templates === 'all')
  useEffect(() => {
    // Without a requested category it starts with an empty page.
    if (templates !== null && templates !== 'all') editor.panels.showTemplates(templates)
  }, [editor, templates])
  return (
    <>
      <TopBar />
      <FirstHint />
      <Notices session={session} />
      <main className="ox-de-middle">
        <LibraryPanel />
        <div className="ox-de-stage">
          <Canvas />
          <Minimap />
          <LinkHint />
          {isStarting && (
            <Suspense fallback={null}>
              <StartShelf />
            </Suspense>
          )}
        </div>
        <StylePanel />
        <LayersPanel />
        <FindPanel />
        <Outline />
      </main>
      <PagesBar />
      <ContextMenu />
      <Dialogs />
    </>
  )
}
