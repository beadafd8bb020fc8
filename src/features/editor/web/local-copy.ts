import type { DraftText } from './draft.ts'

/** A draft on this device, for when the server could not take it. */
export interface LocalCopy extends DraftText {
  /** Epoch milliseconds. */
  at: number
  /** The server kept another text then, from another window: it may be newer than this one without holding it. */
  isApart: boolean
}

const keyOf = (user: string, contentId: string): string => `oxbow-draft:${user}:${contentId}`

/** Tells this window's copies from those of others. */
const HERE = Math.random().toString(36).slice(2)

/** Keeps a copy; false where the browser has no room or no storage. */
export function keepCopy(user: string, contentId: string, text: DraftText, isApart: boolean): boolean {
  try {
    const copy: LocalCopy & { from: string } = { ...text, at: Date.now(), isApart, from: HERE }
    localStorage.setItem(keyOf(user, contentId), JSON.stringify(copy))
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
    return { title, storage, baseVersion, at, isApart: copy.isApart === true }
  } catch {
    return undefined
  }
}

/** Forgets the copy, unless it is all that another window could keep. */
export function forgetOwnCopy(user: string, contentId: string): void {
  try {
    const copy = JSON.parse(localStorage.getItem(keyOf(user, contentId)) ?? 'null') as { isApart?: boolean; from?: string } | null
    if (copy?.isApart === true && copy.from !== HERE) return
  } catch {
    // What cannot be read is of no use to anybody.
  }
  forgetCopy(user, contentId)
}

export function forgetCopy(user: string, contentId: string): void {
  try {
    localStorage.removeItem(keyOf(user, contentId))
  } catch {
    // Where there is no storage there is no copy.
  }
}
