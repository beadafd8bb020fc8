import { pageData } from '#platform/web/session.ts'

export interface CommentDraft {
  text: string
  /** Storage format instead of plain text. */
  isStorage: boolean
  /** Version being edited; absent for new comments. */
  version?: number
}

/** Form of a draft: new comment, reply, or edit. */
export type DraftPlace = 'new' | 'inline' | `reply-${string}` | `edit-${string}`

const PREFIX = 'oxbow-comment:'
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000
const MAX_DRAFTS = 30

interface StoredDraft extends CommentDraft {
  /** Epoch milliseconds. */
  at: number
}

/** Stored draft of a form, per user and page. No-op without storage. */
export function commentDraft(pageId: string, place: DraftPlace) {
  const key = `${PREFIX}${pageData().user?.userKey ?? ''}:${pageId}:${place}`
  return {
    read: (): CommentDraft | undefined => readAt(key),
    write(draft: CommentDraft): void {
      try {
        localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() } satisfies StoredDraft))
      } catch {
        // Storage is full or off: leaving the page still warns.
      }
    },
    forget: (): void => removeAt(key),
  }
}

/** Removes expired drafts, and the oldest above the limit. */
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
    // No storage, no draft.
  }
}
