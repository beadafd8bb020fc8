import { useEffect, useState } from 'react'

/** The value as it was when it had not changed for a while, e.g. what somebody types, once they pause. */
export function useDebounced<T>(value: T, milliseconds = 200): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), milliseconds)
    return () => window.clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
