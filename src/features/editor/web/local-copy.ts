import type { DraftText } from './draft.ts'

/** Draft on the device that the server may not have: each open editor has its own. */
export interface LocalCopy extends DraftText {
  /** Epoch milliseconds. */
  at: number
  /** The server had a different draft, which may be newer without including this text. */
  isApart: boolean
  /** `revision` of the server's draft that the text continues; empty for none. */
  basedOn: string
  /** Of a text that is edited together with others. */
  live?: LiveCopy
}

/** Changes of a shared text that the server may not have. */
export interface LiveCopy {
  incarnation: string
  /** Update of Yjs, in base 64. */
  update: string
  /** Storage format of the last text that the server had for certain. */
  base: string
}

/** A copy with its key in the storage. */
export interface StoredCopy extends LocalCopy {
  key: string
}

const keyOf = (user: string, contentId: string): string => `oxbow-draft:${user}:${contentId}`

/** Key of a new editor's copy, which no other window writes. */
export function newCopyKey(user: string, contentId: string): string {
  return `${keyOf(user, contentId)}:${Math.random().toString(36).slice(2)}`
}

/** Stores a copy; false without storage or room. */
export function storeLocalCopy(key: string, copy: LocalCopy): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

/** All copies of a user's draft of a content, the newest first. */
export function readCopies(user: string, contentId: string): StoredCopy[] {
  const prefix = keyOf(user, contentId)
  try {
    return Object.keys(localStorage)
      .filter(key => key === prefix || key.startsWith(`${prefix}:`))
      .flatMap(key => {
        const copy = parseCopy(localStorage.getItem(key))
        return copy ? [{ ...copy, key }] : []
      })
      .toSorted((a, b) => b.at - a.at)
  } catch {
    return []
  }
}

function parseCopy(text: string | null): LocalCopy | undefined {
  try {
    const copy = JSON.parse(text ?? 'null') as Partial<LocalCopy> | null
    const { title, storage, baseVersion, at, basedOn } = copy ?? {}
    if (
      typeof title !== 'string' ||
      typeof storage !== 'string' ||
      typeof baseVersion !== 'number' ||
      typeof at !== 'number'
    )
      return undefined
    const isApart = copy?.isApart === true
    return {
      title,
      storage,
      baseVersion,
      at,
      isApart,
      basedOn: typeof basedOn === 'string' ? basedOn : '',
      ...(copy?.live ? { live: copy.live } : {}),
    }
  } catch {
    return undefined
  }
}

/** Draft on the server, as the editor opens it. */
export interface ServerDraft {
  title: string
  storage: string
  /** ISO 8601; null without a draft. */
  draftAt: string | null
  draftRevision: string
}

/** Whether a copy has something that the server's draft may lack. */
export function isNewer(copy: LocalCopy, draft: ServerDraft): boolean {
  if (copy.storage === draft.storage && copy.title === draft.title) return false
  // The clocks of the device and the server may differ: the draft that the copy continues is older for certain.
  if (copy.isApart || draft.draftAt === null || copy.basedOn === draft.draftRevision) return true
  return Date.parse(draft.draftAt) <= copy.at
}

export function removeCopy(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // No storage, no copy.
  }
}
