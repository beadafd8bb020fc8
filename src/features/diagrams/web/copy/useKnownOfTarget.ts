import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from '#platform/web/useDebounced.ts'
import type { CopyForm, KnownOfTarget } from './validation.ts'
import { diagramsOn, isTitleTaken } from './wiki-calls.ts'

/** Pause after typing before the wiki is asked, ms. */
export const VALIDATION_PAUSE = 500

interface Answer<Value> {
  /** The input that the value answers. */
  of: string
  value: Value
}

/**
 * Facts about the page that a form names. Facts that need no request are known at once, the rest after a pause in
 * typing; an answer is used only for the input that it was requested for.
 * @param here names of the diagrams of the current page
 */
export function useKnownOfTarget(
  { saveTo, title, space, page }: CopyForm,
  here: readonly string[],
  report: (error: unknown) => void,
): KnownOfTarget {
  const [title_, setTitle] = useState<Answer<boolean>>()
  const [listed, setListed] = useState<Answer<readonly string[]>>()
  const onFailure = useEffectEvent(report)
  const settled = useDebounced(title.trim(), VALIDATION_PAUSE)
  const spaceKey = space?.key
  const pageId = page?.id

  useEffect(() => {
    if (spaceKey === undefined || settled === '') return
    let isOver = false
    isTitleTaken(spaceKey, settled)
      .then(value => {
        if (!isOver) setTitle({ of: questionOf(spaceKey, settled), value })
      })
      .catch((error: unknown) => {
        if (!isOver) onFailure(error)
      })
    return () => {
      isOver = true
    }
  }, [spaceKey, settled])

  useEffect(() => {
    if (pageId === undefined) return
    let isOver = false
    diagramsOn(pageId)
      .then(value => {
        if (!isOver) setListed({ of: pageId, value })
      })
      .catch((error: unknown) => {
        if (!isOver) onFailure(error)
      })
    return () => {
      isOver = true
    }
  }, [pageId])

  if (saveTo === 'this') return { diagrams: here, isTitleTaken: undefined }
  if (saveTo === 'existing')
    return {
      diagrams: listed !== undefined && listed.of === pageId ? listed.value : undefined,
      isTitleTaken: undefined,
    }
  const isAnswered = spaceKey !== undefined && title_?.of === questionOf(spaceKey, title.trim())
  return { diagrams: [], isTitleTaken: isAnswered ? title_?.value : undefined }
}

function questionOf(spaceKey: string, title: string): string {
  return `${spaceKey} ${title}`
}
