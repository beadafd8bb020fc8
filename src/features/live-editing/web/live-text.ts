import type { Extensions } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { fromBase64, toBase64 } from 'lib0/buffer'
import { applyUpdate } from 'yjs'
import { pageData } from '#platform/web/session.ts'
import { FIELDS } from '../shared.ts'
import { carets } from './carets.ts'
import { conflicts, conflictsOf, settle, type ConflictPlace, type Keep } from './conflicts.ts'
import { keptNodes } from './kept-nodes.ts'
import { LiveProvider } from './provider.ts'
import { sharedMarks } from './shared-marks.ts'
import {
  decide,
  isSuggesting,
  setSuggesting,
  suggestions,
  suggestionsOf,
  type Decision,
  type SuggestionPlace,
} from './suggestions.ts'
import { undoManagerOf, undoSteps } from './undo-steps.ts'

/** Time within which the document has to come before the page is edited alone, in milliseconds. */
const CONNECT_MS = 5000
/** The same over a connection that stays open: no proxy blocks it, so the server is busy. */
const BUSY_MS = 30_000

/** The shared text of a page, for its editor. */
export interface LiveText {
  readonly provider: LiveProvider
  /** Bind an editor to the text; in place of its own undo. */
  readonly extensions: Extensions
  /** Source behind the last block of the page. */
  readonly after: string
  /** Steps that this user can undo and redo. */
  steps(state: EditorState): { undo: number; redo: number }
  /** Places where a merge has kept two texts. */
  conflicts(state: EditorState): readonly ConflictPlace[]
  /** Removes the marks of places, and the texts that are not kept. */
  settle(transaction: Transaction, places: readonly ConflictPlace[], keep: Keep): Transaction
  /** Suggestions of all users, in the order of the text. */
  suggestions(state: EditorState): readonly SuggestionPlace[]
  /** Whether this editor's changes are made as suggestions. */
  isSuggesting(state: EditorState): boolean
  setSuggesting(transaction: Transaction, on: boolean): Transaction
  /** Makes suggestions part of the text, or takes them back. */
  decide(transaction: Transaction, places: readonly SuggestionPlace[], decision: Decision): Transaction
  title: string
  /** Changes that the server may not have; undefined for none. */
  unstored: () => UnstoredChanges | undefined
  /** Merges changes that an earlier editor could not send. @returns false if they are of another document */
  take: (changes: UnstoredChanges) => boolean
}

/** Changes of a shared document, to be kept on the device. */
export interface UnstoredChanges {
  incarnation: string
  /** Update of Yjs, in base 64. */
  update: string
}

/** The page is edited alone, for the reason that the code of closing stands for. */
export interface NotLive {
  readonly code: number
}

/** Opens the shared text of a page. Resolves when it is there. */
export async function openLiveText(contentId: string): Promise<LiveText | NotLive> {
  const provider = new LiveProvider(contentId)
  if (!(await provider.until(() => provider.isSynced, CONNECT_MS)))
    await provider.until(() => provider.isSynced || !provider.isReached, BUSY_MS - CONNECT_MS)
  if (!provider.isSynced) {
    const { connection } = provider
    provider.destroy()
    return { code: connection.kind === 'refused' ? connection.code : 0 }
  }
  const title = provider.doc.getText(FIELDS.title)
  const after: unknown = provider.doc.getMap(FIELDS.facts).get('after')
  const { user } = pageData()
  return {
    provider,
    extensions: [
      Collaboration.configure({ fragment: provider.doc.getXmlFragment(FIELDS.body) }),
      keptNodes,
      sharedMarks,
      undoSteps,
      conflicts,
      ...suggestions({ by: user?.userKey ?? '', name: user?.displayName ?? '' }),
      carets(provider),
    ],
    after: typeof after === 'string' ? after : '',
    steps(state) {
      const undoManager = undoManagerOf(state)
      return { undo: undoManager?.undoStack.length ?? 0, redo: undoManager?.redoStack.length ?? 0 }
    },
    conflicts: conflictsOf,
    settle,
    suggestions: suggestionsOf,
    isSuggesting,
    setSuggesting,
    decide,
    unstored() {
      const update = provider.unstored()
      return update && { incarnation: provider.incarnation, update: toBase64(update) }
    },
    take({ incarnation, update }) {
      if (incarnation !== provider.incarnation) return false
      applyUpdate(provider.doc, fromBase64(update), 'device')
      return true
    },
    get title() {
      return title.toJSON()
    },
    set title(next: string) {
      const before = title.toJSON()
      if (next === before) return
      let start = 0
      while (start < Math.min(before.length, next.length) && before[start] === next[start]) start++
      let end = 0
      const most = Math.min(before.length, next.length) - start
      while (end < most && before[before.length - 1 - end] === next[next.length - 1 - end]) end++
      provider.doc.transact(() => {
        title.delete(start, before.length - start - end)
        title.insert(start, next.slice(start, next.length - end))
      })
    },
  }
}
