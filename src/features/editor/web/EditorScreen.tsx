import './editor.css'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { liveHeartbeat } from '#features/live-editing/contract.ts'
import { loadLive, type LiveText, type NotLive } from '#features/live-editing/web/index.ts'
import { SpaceChooser } from '#features/spaces/web/index.ts'
import type { EditorView } from '../contract.ts'
import { leaveUnwritten } from './at-exit.ts'
import { diagramOf } from './diagrams/opening.ts'
import { leaveEditor } from './entering.ts'
import { EditorPage } from './EditorPage.tsx'
import { removeSeed, loadEditor, seedOf, editorTargetOf } from './prepare.ts'

/** Editor screen: finds or creates the draft, then opens it. */
export default function EditorScreen({ search }: ScreenProps) {
  // Initial path: during navigation the address already belongs to the next screen.
  const [pathname] = useState(() => location.pathname)
  const target = editorTargetOf(pathname, search)
  if ('begin' in target && target.begin.spaceKey === undefined && target.begin.fromPageId === undefined) {
    return (
      <Suspense>
        <SpaceChooser type={target.begin.type} title={target.begin.title} />
      </Suspense>
    )
  }
  // New parameters mount a new editor.
  return <Opening key={JSON.stringify(search)} pathname={pathname} search={search} />
}

function Opening({ pathname, search }: { pathname: string; search: ScreenProps['search'] }) {
  const query = useQueryClient()
  const [target] = useState(() => editorTargetOf(pathname, search))
  const [href] = useState(() => location.href)
  useEffect(() => () => leaveEditor(href), [href])
  const [view, setView] = useState<EditorView | undefined>(() => seedOf(query, target))
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    removeSeed(query, target)
    if (view) return
    let isHere = true
    loadEditor(target).then(
      found => {
        if (isHere) setView(found)
        else leaveUnwritten(found)
      },
      (failure: unknown) => {
        if (isHere) setError(failure)
      },
    )
    return () => {
      isHere = false
    }
    // Once per mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const live = useLiveText(view)
  if (error) throw error
  if (view && (!view.isLive || live))
    return <EditorPage view={view} opened={live} begins={view.isNew ? diagramOf(search) : undefined} />
  return (
    <PageFrame title="" titleField={<Skeleton width="60%" height="2rem" />}>
      <Skeleton width="90%" height="1rem" />
    </PageFrame>
  )
}

/** The text that is edited together with others, once it is there. */
function useLiveText(view: EditorView | undefined): LiveText | NotLive | undefined {
  const [live, setLive] = useState<LiveText | NotLive>()
  useEffect(() => {
    if (!view?.isLive) return
    let isHere = true
    // First whether there is a service; without one its code is not loaded.
    call(liveHeartbeat, {}, { signInOn401: false })
      .then(() => loadLive())
      .then(({ openLiveText }) => openLiveText(view.id))
      // Without it, the page is edited alone.
      .catch(() => ({ code: 0 }))
      .then(
        found => {
          if (isHere) setLive(found)
          else if ('provider' in found) found.provider.destroy()
        },
        () => undefined,
      )
    return () => {
      isHere = false
    }
  }, [view])
  return live
}
