import { IDLE_MS } from '../shared.ts'

const INPUT = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Calls back when the user has given no input to this window for a while, and when they are back.
 * @returns a function that ends it
 */
export function watchInput(changed: (isIdle: boolean) => void): () => void {
  let isIdle = false
  let lastAt = Date.now()
  let timer = setTimeout(look, IDLE_MS)
  function look(): void {
    const rest = lastAt + IDLE_MS - Date.now()
    // Input moves the time alone; the timer finds out when it ends.
    if (rest > 0) timer = setTimeout(look, rest)
    else changed((isIdle = true))
  }
  const input = () => {
    lastAt = Date.now()
    if (!isIdle) return
    isIdle = false
    timer = setTimeout(look, IDLE_MS)
    changed(false)
  }
  for (const name of INPUT) window.addEventListener(name, input, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    for (const name of INPUT) window.removeEventListener(name, input, { capture: true })
  }
}
