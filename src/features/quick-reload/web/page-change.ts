import { useEffect, useEffectEvent } from 'react'
import { shared } from '#platform/web/shared.ts'
import type { Change } from '../shared.ts'

/** Changes of the open page by others. */
export interface PageChange {
  pageId: string
  changes: readonly Change[]
}

const listeners = new Set<(change: PageChange) => void>()

interface ShownPage {
  pageId: string
  /** The newest event when its view was read; undefined where that is not known. */
  event: number | undefined
}

/** The page that is open for reading in its current version; undefined on other screens. */
export const shownPage = shared<ShownPage | undefined>(undefined)

/**
 * Calls back when something of the open page was changed by others (or by the reader elsewhere), so that what shows it
 * reads it again.
 * @returns a function that ends it
 */
export function onPageChange(listener: (change: PageChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** {@link onPageChange} for one kind of change of one page. */
export function usePageChange(pageId: string, kind: Change, changed: () => void): void {
  const run = useEffectEvent(changed)
  useEffect(
    () =>
      onPageChange(change => {
        if (change.pageId === pageId && change.changes.includes(kind)) run()
      }),
    [pageId, kind],
  )
}

/** Calls the listeners. */
export function reportPageChange(change: PageChange): void {
  for (const listener of listeners) listener(change)
}
