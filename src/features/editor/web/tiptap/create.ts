import { Editor, type Extensions } from '@tiptap/core'
import { Dropcursor } from '@tiptap/extensions/drop-cursor'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
// Not via the language index, which includes the renderer.
import { parse } from '#language/parse.ts'
import { toEditor } from '#language/editor/index.ts'
import type { TextPlace } from '#language/references.ts'
import { findMatches } from '../find/find-state.ts'
import { suggestTriggers } from '../suggest/trigger.ts'
import { behaviour } from './behaviour.ts'
import { clipboard, type ClipboardEvents } from './clipboard.ts'
import { directions } from './directions.ts'
import { focusSelection } from './focus-selection.ts'
import { gapCursor } from './gap-cursor.ts'
import { moveBlock } from './move-block.ts'
import { nodeViews, type ViewContext } from './node-views.ts'
import { wikiFile } from './paste/address.ts'
import { takeCells } from './paste/cells.ts'
import { takeMarkdown } from './paste/markdown.ts'
import { takeText } from './paste/paste.ts'
import { takePlain, watchPlainKeys } from './paste/plain.ts'
import { cleanHtml } from './paste/word.ts'
import { schemaExtensions } from './schema.ts'
import { startOf, withLastLine } from './start.ts'
import { storageOf } from './storage.ts'

export interface TextAppearance {
  /** Shown while there is no text. */
  placeholder: string
  /** Of the element that holds the text, such as its label. */
  attributes: Readonly<Record<string, string>>
}

export interface EditorOptions extends ViewContext, TextAppearance, ClipboardEvents {
  element: HTMLElement
  storage: string
  /** Names of the macros whose body is edited. */
  boxes: ReadonlySet<string>
  /** Titles of the macros, by their names. */
  titles: ReadonlyMap<string, string>
  /** Place that relative references of the text refer to. */
  place: TextPlace
  onFiles: (files: File[], at: number) => void
  /** Text that is edited together with others, in place of `storage`. */
  shared?: SharedText | undefined
}

export interface SharedText {
  /** Bind the editor to the text, with its undo. */
  extensions: Extensions
  /** Source behind the last block. */
  after: string
}

export function createEditor(options: EditorOptions): Editor {
  const {
    element,
    storage,
    boxes,
    titles,
    place,
    onFiles,
    onLosses,
    knowPerson,
    placeholder,
    attributes,
    shared,
    ...context
  } = options
  const editor = new Editor({
    element,
    // CSP forbids style elements.
    injectCSS: false,
    // See clipboard.ts: it writes no words of atoms, and what is struck out as a suggestion too.
    enableCoreExtensions: { clipboardTextSerializer: false },
    extensions: [
      ...schemaExtensions(titles),
      behaviour,
      clipboard(place, context, { onLosses, knowPerson }),
      directions,
      moveBlock,
      suggestTriggers,
      findMatches,
      nodeViews(context),
      ...(shared ? shared.extensions : [UndoRedo]),
      focusSelection,
      gapCursor,
      Dropcursor.configure({ color: 'var(--ox-accent)', width: 2 }),
      Placeholder.configure({
        placeholder: () => placeholder,
        showOnlyWhenEditable: true,
      }),
    ],
    content: shared ? emptyDoc(shared.after) : editorContent(storage, boxes),
    editorProps: {
      attributes: {
        class: 'ox-article wiki-content',
        role: 'textbox',
        'aria-multiline': 'true',
        spellcheck: 'true',
        ...attributes,
      },
      transformPastedHTML: cleanHtml,
      handleDOMEvents: { keydown: watchPlainKeys },
      handlePaste: (view, event, slice) =>
        takePlain(view, event) ||
        takeFiles(event, event.clipboardData, view.state.selection.from) ||
        takeMarkdown(editor, event.clipboardData) ||
        takeText(editor, event.clipboardData) ||
        takeCells(editor, event, slice),
      handleDrop: (view, event) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from
        return takeFiles(event, event.dataTransfer, at)
      },
    },
  })
  selectStart(editor)
  return editor

  function takeFiles(event: Event, data: DataTransfer | null, at: number): boolean {
    const files = [...(data?.files ?? [])]
    if (files.length === 0 || !areContent(data)) return false
    event.preventDefault()
    onFiles(files, at)
    return true
  }
}

/** Whether files are what was copied: Word and spreadsheets also send a picture of their text. */
function areContent(data: DataTransfer | null): boolean {
  if (!data?.types.includes('text/html')) return true
  const { body } = new DOMParser().parseFromString(cleanHtml(data.getData('text/html')), 'text/html')
  const pictures = [...body.querySelectorAll('img')]
  // Pictures of this wiki stay files of their page.
  return (
    pictures.length === 1 &&
    (body.textContent ?? '').trim() === '' &&
    !wikiFile(pictures[0]?.src ?? '', location.origin)
  )
}

export function storageIn(editor: Editor): string {
  return storageOf(editor.state.doc)
}

type Content = Record<string, unknown>

const editorContent = (storage: string, boxes: ReadonlySet<string>): Content =>
  withLastLine(toEditor(parse(storage), boxes)) as unknown as Content

/** Place for a shared text, which the binding puts there. */
const emptyDoc = (after: string): Content => ({ type: 'doc', attrs: { after }, content: [{ type: 'paragraph' }] })

/** Replaces the text and resets undo. */
export function replaceText(editor: Editor, storage: string, boxes: ReadonlySet<string>): void {
  editor.commands.setContent(editorContent(storage, boxes))
  selectStart(editor)
}

export function focusStart(editor: Editor): void {
  selectStart(editor)
  // At once: the command of the library waits for a frame, in which who types fast has typed the next letter already.
  editor.view.focus()
}

function selectStart(editor: Editor): void {
  editor.view.dispatch(editor.state.tr.setSelection(startOf(editor.state.doc)))
}
