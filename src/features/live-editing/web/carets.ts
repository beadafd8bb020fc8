import { Extension } from '@tiptap/core'
import { yCursorPlugin } from '@tiptap/y-tiptap'
import type { LivePerson } from '../shared.ts'
import type { LiveProvider } from './provider.ts'

/** Carets and selections of the other editors, each in the colour of its user. */
export const carets = (provider: LiveProvider) =>
  Extension.create({
    name: 'carets',
    addProseMirrorPlugins: () => [
      yCursorPlugin(provider.awareness, {
        cursorBuilder: user => caretOf(user as LivePerson),
        selectionBuilder: user => ({ class: 'ox-live-selection', ...personAttribute(user as LivePerson) }),
      }) as never,
    ],
  })

/** The caret of another editor with its name. */
export function caretOf(user: LivePerson): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'ox-live-caret'
  caret.contentEditable = 'false'
  // The people are announced; their carets would be read within the text.
  caret.ariaHidden = 'true'
  for (const [name, value] of Object.entries(personAttribute(user))) caret.setAttribute(name, value)
  const label = document.createElement('span')
  label.className = 'ox-live-name'
  label.textContent = user.name
  // Keeps the caret in the line at its start and end.
  caret.append('\u2060', label, '\u2060')
  return caret
}

function personAttribute({ colour }: LivePerson): { 'data-person': string } {
  return { 'data-person': String(Math.trunc(colour) || 0) }
}
