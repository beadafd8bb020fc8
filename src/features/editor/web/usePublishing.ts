import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { noteDraftEnd } from '#features/hints/web/index.ts'
import { focusDivergedNotice } from './DivergedNotice.tsx'
import { invalidatePages } from './publish.ts'
import type { EditorSession } from './session.ts'
import type { Change } from './tools.ts'

export interface Publishing {
  /** Publishes and navigates to the page; problems are in the fields below. */
  save: (change: Change) => Promise<void>
  isPending: boolean
  titleError: string | undefined
  clearTitleError: () => void
  problem: string | undefined
  isConflict: boolean
  setConflict: (isConflict: boolean) => void
  /** Number of places with two texts that would be published; 0 unless the user has to decide. */
  bothTexts: number
  /** Publishes with both texts. */
  keepBoth: (change: Change) => void
  leaveBoth: () => void
}

/** Publishing and its problems. @param title focused when invalid */
export function usePublishing(session: EditorSession, title: RefObject<HTMLElement | null>): Publishing {
  const query = useQueryClient()
  const [titleError, setTitleError] = useState<string>()
  const [problem, setProblem] = useState<{ text: string; isPassing?: boolean }>()
  const [isPending, setPending] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const [bothTexts, setBothTexts] = useState(0)
  // A transient problem ends once the draft saves again.
  const isPassing = problem?.isPassing === true
  useEffect(
    () =>
      isPassing
        ? session.draft.subscribe(() => {
            if (session.draft.status.kind === 'saved') setProblem(undefined)
          })
        : undefined,
    [session, isPassing],
  )
  const save = async (change: Change): Promise<void> => {
    if (isPending) return
    if (session.title.trim() === '') {
      setTitleError(t('A title is required.'))
      title.current?.focus()
      return
    }
    if (session.isUploading) {
      setProblem({ text: t('A file is still being uploaded. Publish when it is done.') })
      return
    }
    const places = session.live?.conflicts(session.editor.state).length ?? 0
    setBothTexts(places)
    if (places > 0) return
    setPending(true)
    setProblem(undefined)
    const unlock = session.lock()
    if (await session.hasDiverged()) {
      setPending(false)
      unlock()
      focusDivergedNotice()
      return
    }
    await session.draft.pause()
    try {
      const url = await session.publish(change)
      await session.draft.end()
      await invalidatePages(query)
      noteDraftEnd()
      navigateTo(url, { replace: true })
    } catch (error) {
      session.draft.resume()
      setPending(false)
      unlock()
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409 && !session.live) setConflict(true)
      else if (error.status === 400 && error.field === 'title') {
        setTitleError(error.message)
        title.current?.focus()
      } else
        setProblem({
          text: t('The page was not published: {{reason}}', { reason: error.message }),
          isPassing: error.isNetwork || error.status === 401,
        })
    }
  }
  return {
    save,
    isPending,
    titleError,
    clearTitleError: () => setTitleError(undefined),
    problem: problem?.text,
    isConflict,
    setConflict,
    bothTexts,
    keepBoth: change => {
      const { editor, live } = session
      if (live) editor.view.dispatch(live.settle(editor.state.tr, live.conflicts(editor.state), 'both'))
      void save(change)
    },
    leaveBoth: () => setBothTexts(0),
  }
}
