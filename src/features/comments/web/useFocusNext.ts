import { useEffect, useState } from 'react'

/** Gives the focus to the first of these elements that is there, once what had it has gone: a form that was sent or left. */
export function useFocusNext(): (...ids: string[]) => void {
  const [next, setNext] = useState<readonly string[]>()
  useEffect(() => {
    if (!next) return
    next.map(id => document.getElementById(id)).find(element => element !== null)?.focus({ preventScroll: true })
  }, [next])
  return (...ids) => setNext(ids)
}
