/** Debounced function. */
export interface Debounced {
  (): void
  /** Cancels a pending run. */
  cancel(): void
}

/** Delays work until calls pause. @param milliseconds pause after the last call */
export function debounce(work: () => void, milliseconds: number): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
  }
  return Object.assign(later, { cancel: () => clearTimeout(timer) })
}
