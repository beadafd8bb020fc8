import type { DraftText } from './draft.ts'

/** Draft stored on the device because the server could not save it. */
export interface LocalCopy extends DraftText {
  /** Epoch milliseconds. */
  at: number
  /** The server had a different draft, which may be newer without including this text. */
  isApart: boolean
}

const editorQueryKey = (user: string, contentId: string): string => `oxbow-draft:${user}:${contentId}`

/** Identifies copies of this window. */
const HERE = Math.random().toString(36).slice(2)

/** Stores a copy; false without storage or room. */
export function storeLocalCopy(user: string, contentId: string, text: DraftText, isApart: boolean): boolean {
  try {
    const copy: LocalCopy & { from: string } = { ...text, at: Date.now(), isApart, from: HERE }
    localStorage.setItem(editorQueryKey(user, contentId), JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

export function readCopy(user: string, contentId: string): LocalCopy | undefined {
  try {
    const text = localStorage.getItem(editorQueryKey(user, contentId))
    if (text === null) return undefined
    const copy = JSON.parse(text) as Partial<LocalCopy>
    const { title, storage, baseVersion, at } = copy
    if (
      typeof title !== 'string' ||
      typeof storage !== 'string' ||
      typeof baseVersion !== 'number' ||
      typeof at !== 'number'
    )
      return undefined
    return { title, storage, baseVersion, at, isApart: copy.isApart === true }
  } catch {
    return undefined
  }
}

/** Removes this window's copy. */
export function removeOwnCopy(user: string, contentId: string): void {
  try {
    const copy = JSON.parse(localStorage.getItem(editorQueryKey(user, contentId)) ?? 'null') as {
      isApart?: boolean
      from?: string
    } | null
    if (copy?.isApart === true && copy.from !== HERE) return
  } catch {
    // Unreadable copies are useless.
  }
  removeCopy(user, contentId)
}

export function removeCopy(user: string, contentId: string): void {
  try {
    localStorage.removeItem(editorQueryKey(user, contentId))
  } catch {
    // No storage, no copy.
  }
}
