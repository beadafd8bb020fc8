import { useEffect, useState } from 'react'
import { shared } from '#platform/web/shared.ts'

/** Cards that want to be shown, in the order in which they asked. */
const waiting = shared<readonly symbol[]>([])

/** Whether a card may be shown: one at a time, the next when that has gone. */
export function useTurn(): boolean {
  const [card] = useState(() => Symbol('hint'))
  useEffect(() => {
    waiting.set([...waiting.get(), card])
    return () => waiting.set(waiting.get().filter(other => other !== card))
  }, [card])
  return waiting.use()[0] === card
}
