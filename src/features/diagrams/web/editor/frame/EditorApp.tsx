import './editor-app.css'
import { useEffectEvent, useLayoutEffect, useMemo, useState, useSyncExternalStore, type DragEvent } from 'react'
import { Toasts } from '#platform/web/ui/Toasts.tsx'
import type { Loaded } from '../protocol.ts'
import { EditorProvider } from '../store/useEditor.ts'
import { HostContext, type EditorHost } from '../services/host.ts'
import { isPictureFile } from './import.ts'
import { Questions } from './Questions.tsx'
import type { FrameSession } from './session.ts'
import { hostOf } from './session-host.ts'
import { Workspace } from './Workspace.tsx'

/** The editor with its session. */
export function EditorApp({ session, loaded }: { session: FrameSession; loaded: Loaded }) {
  const state = useSyncExternalStore(session.subscribe, session.state)
  const [isDropping, setDropping] = useState(false)
  const calls = useMemo(() => hostOf(session), [session])
  const host = useMemo((): EditorHost => {
    const { name, pageTitle, isNew, saveState, savedAt, problem, people, selections, isShared, isOnline } = state
    const rename = session.canRename ? session.rename : null
    return {
      ...calls,
      rename,
      name,
      pageTitle,
      isNew,
      saveState,
      savedAt,
      problem,
      people,
      selections,
      isShared,
      isOnline,
    }
  }, [calls, session, state])

  const keys = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const key = event.key.toLowerCase()
    if (key === 's') session.save()
    else if (key === 'p') session.print()
    else return
    event.preventDefault()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => keys(event)
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])

  const canDrop = (event: DragEvent) => !loaded.isReadOnly && event.dataTransfer.types.includes('Files')
  return (
    <EditorProvider value={session.editor}>
      <HostContext value={host}>
        <div
          className="ox-de"
          data-dropping={isDropping || undefined}
          onDragOver={event => {
            if (!canDrop(event)) return
            event.preventDefault()
            setDropping(true)
          }}
          onDragLeave={event => {
            if (event.relatedTarget === null || !event.currentTarget.contains(event.relatedTarget as Node))
              setDropping(false)
          }}
          onDropCapture={event => {
            setDropping(false)
            const files = [...event.dataTransfer.files]
            // Diagram files are handled here, images by the canvas.
            const taken = files.filter(file => !isPictureFile(file))
            if (taken.length === 0 || loaded.isReadOnly) return
            event.preventDefault()
            if (taken.length === files.length) event.stopPropagation()
            void calls.importFiles(taken)
          }}
        >
          <Workspace session={session} templates={loaded.templates} />
          <Questions session={session} />
        </div>
        <Toasts />
      </HostContext>
    </EditorProvider>
  )
}
