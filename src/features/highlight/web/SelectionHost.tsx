import { lazy, Suspense, useEffect, useState } from 'react'
import type { PageSlotContext } from '#platform/web/slots.tsx'
import { selectedPlace, type SelectedPlace } from './selected-place.ts'

const SelectionPanel = lazy(() => import('./SelectionPanel.tsx'))

/** Time after the last change of a selection, so that the panel does not jump while it grows. */
const SETTLED_MS = 150

/** Shows the panel while text of the page is selected. */
export function SelectionHost({ page }: { page: PageSlotContext }) {
  const [place, setPlace] = useState<SelectedPlace>()
  useEffect(() => watchSelection(setPlace), [])
  if (!place) return null
  return (
    <Suspense>
      <SelectionPanel page={page} selected={place} onClose={() => setPlace(undefined)} />
    </Suspense>
  )
}

/** Reports the selected place once a selection has settled. Returns a cleanup function. */
function watchSelection(report: (place: SelectedPlace | undefined) => void): () => void {
  const events = new AbortController()
  const { signal } = events
  let isPressed = false
  let timer: number | undefined
  const later = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => {
      if (!isPressed) report(selectedPlace())
    }, SETTLED_MS)
  }
  const release = () => {
    isPressed = false
    later()
  }
  document.addEventListener('selectionchange', later, { signal })
  document.addEventListener('pointerdown', () => (isPressed = true), { signal, capture: true })
  document.addEventListener('pointerup', release, { signal, capture: true })
  document.addEventListener('pointercancel', release, { signal, capture: true })
  return () => {
    window.clearTimeout(timer)
    events.abort()
  }
}
