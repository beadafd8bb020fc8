import type { DraftText } from './draft.ts'

/** A draft on this device, for when the server could not take it. */
export interface LocalCopy extends DraftText {
  /** Epoch milliseconds. */
  at: number
}

const keyOf = (user: string, contentId: string): string => `oxbow-draft:${user}:${contentId}`

/** Keeps a copy; false where the browser has no room or no storage. */
export function keepCopy(user: string, contentId: string, text: DraftText): boolean {
  try {
    localStorage.setItem(keyOf(user, contentId), JSON.stringify({ ...text, at: Date.now() } satisfies LocalCopy))
    return true
  } catch {
    return false
  }
}

export function readCopy(user: string, contentId: string): LocalCopy | undefined {
  try {
    const text = localStorage.getItem(keyOf(user, contentId))
    if (text === null) return undefined
    const copy = JSON.parse(text) as Partial<LocalCopy>
    const { title, storage, baseVersion, at } = copy
    if (typeof title !== 'string' || typeof storage !== 'string' || typeof baseVersion !== 'number' || typeof at !== 'number') return undefined
    return { title, storage, baseVersion, at }
  } catch {
    return undefined
  }
}

export function forgetCopy(user: string, contentId: string): void {
  try {
    localStorage.removeItem(keyOf(user, contentId))
  } catch {
    // Where there is no storage there is no copy.
  }
}
