/** A function that runs once its calls have paused for a while. */
export interface Debounced {
  (): void
  /** Forgets a call that waits. */
  cancel(): void
}

/** @param milliseconds pause after the last call */
export function debounce(work: () => void, milliseconds: number): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
  }
  return Object.assign(later, { cancel: () => clearTimeout(timer) })
}
