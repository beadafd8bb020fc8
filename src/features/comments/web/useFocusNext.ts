import { useEffect, useState } from 'react'

/** Focuses the first of these elements that exists once the form has closed. */
export function useFocusNext(): (...ids: string[]) => void {
  const [next, setNext] = useState<readonly string[]>()
  useEffect(() => {
    if (!next) return
    next
      .map(id => document.getElementById(id))
      .find(element => element !== null)
      ?.focus({ preventScroll: true })
  }, [next])
  return (...ids) => setNext(ids)
}
