import { useEffect, useState } from 'react'

/** Value that settles after a pause in changes. */
export function useDebounced<T>(value: T, milliseconds = 200): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), milliseconds)
    return () => window.clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
