import { pageData } from '#platform/web/session.ts'

/** What was written in a comment and not sent. */
export interface CommentDraft {
  text: string
  /** Storage format instead of plain text. */
  isStorage: boolean
  /** The version of the comment that is changed; absent for a new one. */
  version?: number
}

/** The form that a draft belongs to: a new comment, an answer to one, or a change of one. */
export type DraftPlace = 'new' | `reply-${string}` | `edit-${string}`

const PREFIX = 'oxbow-comment:'
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000
const MAX_DRAFTS = 30

interface StoredDraft extends CommentDraft {
  /** Epoch milliseconds. */
  at: number
}

/** The draft of one form of a page on this device; each user has their own. Without storage there is none. */
export function commentDraft(pageId: string, place: DraftPlace) {
  const key = `${PREFIX}${pageData().user?.userKey ?? ''}:${pageId}:${place}`
  return {
    read: (): CommentDraft | undefined => readAt(key),
    write(draft: CommentDraft): void {
      try {
        localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() } satisfies StoredDraft))
      } catch {
        // No room or no storage: leaving the page still asks.
      }
    },
    forget: (): void => removeAt(key),
  }
}

/** Removes drafts that nobody came back for, and the oldest of too many. */
export function tidyCommentDrafts(now: number): void {
  const keys = storedKeys().filter(key => key.startsWith(PREFIX))
  const byAge = keys.map(key => ({ key, at: readAt(key)?.at ?? 0 })).toSorted((a, b) => b.at - a.at)
  for (const [index, { key, at }] of byAge.entries()) {
    if (index >= MAX_DRAFTS || now - at > MAX_AGE_MS) removeAt(key)
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readAt(key: string): StoredDraft | undefined {
  try {
    const { text, isStorage, version, at } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<StoredDraft>
    if (typeof text !== 'string' || typeof at !== 'number') return undefined
    return { text, at, isStorage: isStorage === true, ...(typeof version === 'number' ? { version } : {}) }
  } catch {
    return undefined
  }
}

function removeAt(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is no draft.
  }
}
