import { useEffect, useEffectEvent } from 'react'
import { guardLeaving, type Leaving } from '#platform/web/navigation.ts'
import { FOCUSED_COMMENT, SHOW_COMMENTS } from '../threads.ts'

/** Warns before leaving while `isDirty`. `mayLeave` resolves with the user's answer. */
export function useLeaveWarning(isDirty: boolean, mayLeave: () => Promise<boolean>): void {
  const ask = useEffectEvent(mayLeave)
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const unguard = guardLeaving(async leaving => staysOnPage(leaving) || ask())
    window.addEventListener('beforeunload', warn)
    return () => {
      unguard()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isDirty])
}

/** Whether both addresses show the same page, so that its forms stay open. */
function staysOnPage({ from, to }: Leaving): boolean {
  return from.pathname === to.pathname && withoutFocus(from.search) === withoutFocus(to.search)
}

function withoutFocus(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(FOCUSED_COMMENT)
  query.delete(SHOW_COMMENTS)
  return query.toString()
}
