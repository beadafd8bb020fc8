/** Commands of the search bar. */
import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { begun, findKey, matchesIn, searched, withCurrent, type FindState, type Match } from './find-state.ts'
import { replacementOf, type Finder, type FindQuery } from './finder.ts'

/** Space between a match and the bars at the top and bottom of the window, in px; on phones the tools are below. */
const MARGIN_PX = { top: 8, bottom: 60 }

/** Opens the search for the selected words, or leads to its bar if it is open. */
export function openFind(editor: Editor): void {
  const { state, view } = editor
  const open = findKey.getState(state)
  const found = open ? { ...open, asked: open.asked + 1 } : begun(state, 1)
  view.dispatch(state.tr.setMeta(findKey, found).setMeta('addToHistory', false))
}

/** Closes the search. The cursor is at the current match, and the text has the focus. */
export function closeFind({ state, view }: Editor): void {
  view.dispatch(state.tr.setMeta(findKey, null))
  view.focus()
}

/** Searches for a query from the cursor on. */
export function search(editor: Editor, query: FindQuery, finder: Finder | undefined): void {
  const { state } = editor
  const open = findKey.getState(state)
  if (open) show(editor, searched({ ...open, query, finder }, state.doc, state.selection.from))
}

/** Goes so many matches on, around the end. */
export function goOn(editor: Editor, steps: 1 | -1): void {
  const { doc, selection } = editor.state
  const open = findKey.getState(editor.state)
  if (!open || open.matches.length === 0) return
  const { length } = open.matches
  const isThere = open.matches[open.current]?.from === selection.from
  // The first step leads to the current match, if the cursor has left it.
  const next = isThere || steps < 0 ? (open.current + steps + length) % length : open.current
  show(editor, withCurrent(open, doc, next))
}

/** Replaces the current match, and goes to the next one. */
export function replaceOne(editor: Editor, template: string): void {
  const { state, view } = editor
  const open = findKey.getState(state)
  const match = open?.matches[open.current]
  if (!match || !editor.isEditable) return
  const text = replacementOf(match, template)
  view.dispatch(closeHistory(replaced(state.tr, match, text)))
  const now = findKey.getState(editor.state)
  if (now) show(editor, searched(now, editor.state.doc, match.from + text.length))
}

/** Replaces all matches as one step of undo. @returns their number */
export function replaceAll(editor: Editor, template: string): number {
  const { state, view } = editor
  const finder = findKey.getState(state)?.finder
  if (!finder || !editor.isEditable) return 0
  const { matches } = matchesIn(state.doc, finder)
  if (matches.length === 0) return 0
  const tr = matches.reduceRight((all, match) => replaced(all, match, replacementOf(match, template)), state.tr)
  view.dispatch(closeHistory(tr))
  return matches.length
}

function replaced(tr: Transaction, { from, to }: Match, text: string): Transaction {
  return text === '' ? tr.delete(from, to) : tr.insertText(text, from, to)
}

/** Selects the current match without taking the focus, and scrolls to it. */
function show({ state, view }: Editor, found: FindState): void {
  const match = found.matches[found.current]
  const { tr } = state
  if (match) tr.setSelection(TextSelection.create(tr.doc, match.from, match.to))
  view.dispatch(tr.setMeta(findKey, found).setMeta('addToHistory', false))
  const element = view.dom.querySelector('.ox-found-current')
  if (!element) return
  const { top, bottom } = element.getBoundingClientRect()
  const bar = document.querySelector('.ox-find')?.getBoundingClientRect().bottom ?? 0
  if (top < bar + MARGIN_PX.top || bottom > innerHeight - MARGIN_PX.bottom) element.scrollIntoView({ block: 'center' })
}
