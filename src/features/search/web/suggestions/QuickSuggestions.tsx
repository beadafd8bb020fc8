import { lazy, Suspense } from 'react'
import type { Slots } from '#platform/web/slots.tsx'

// Loaded when the search box is first used [P4.7-05].
const Suggestions = lazy(() => import('./Suggestions.tsx'))

/** What the box in the top bar suggests while one types. */
export function QuickSuggestions(context: Slots['header.search']) {
  return (
    <Suspense>
      <Suggestions {...context} />
    </Suspense>
  )
}
