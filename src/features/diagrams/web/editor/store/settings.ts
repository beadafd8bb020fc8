/** Panel settings in local storage. */
const PREFIX = 'ox-de.'

/** A stored value, if valid. */
export function readSetting<Value>(name: string, isRight: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
    return isRight(value) ? value : null
  } catch {
    // Storage may be refused or corrupt: defaults apply.
    return null
  }
}

/** Stores a value. */
export function storeSetting(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Refused or full: only a convenience is lost.
  }
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
