import { pageData } from '#platform/web/session.ts'
import { textToStorage } from '../plain-text.ts'

export interface CommentDraft {
  storage: string
  /** Version being edited; absent for new comments. */
  version?: number
  /** Display names of those whom it mentions, by key and user name. */
  people: Readonly<Record<string, string>>
}

/** Form of a draft: new comment, also on marked text or on a point of a picture, reply, or edit. */
export type DraftPlace = 'new' | 'inline' | 'pin' | `reply-${string}` | `edit-${string}`

const PREFIX = 'oxbow-comment:'
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000
const MAX_DRAFTS = 30

/** As on the device. Drafts of plain text were written before comments had an editor. */
interface StoredDraft {
  text: string
  isStorage: boolean
  version?: number | undefined
  people?: Readonly<Record<string, string>>
  /** Epoch milliseconds. */
  at: number
}

/** Stored draft of a form, per user and page. No-op without storage. */
export function commentDraft(pageId: string, place: DraftPlace) {
  const key = `${PREFIX}${pageData().user?.userKey ?? ''}:${pageId}:${place}`
  return {
    read: (): CommentDraft | undefined => readAt(key),
    write({ storage, version, people }: CommentDraft): void {
      try {
        const stored: StoredDraft = { text: storage, isStorage: true, version, people, at: Date.now() }
        localStorage.setItem(key, JSON.stringify(stored))
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

function readAt(key: string): (CommentDraft & { at: number }) | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<StoredDraft>
    const { text, isStorage, version, people, at } = stored
    if (typeof text !== 'string' || typeof at !== 'number') return undefined
    return {
      storage: isStorage === true ? text : textToStorage(text),
      ...(typeof version === 'number' ? { version } : {}),
      people: typeof people === 'object' ? people : {},
      at,
    }
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
