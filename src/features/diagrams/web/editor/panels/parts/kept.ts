/** What the panels remember in this browser. */
const PREFIX = 'ox-de.'

/** What was kept under a name, when it is what it should be. */
export function kept<Value>(name: string, isRight: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
    return isRight(value) ? value : null
  } catch {
    // The browser may refuse storage, and others may have written there: panels then begin as they do for new people.
    return null
  }
}

/** Keeps a value under a name. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Storage is refused or full: the convenience is lost, no work is.
  }
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
