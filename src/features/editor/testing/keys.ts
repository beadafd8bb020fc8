import { Editor } from '@tiptap/core'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import type { Node as ProseNode, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { parse } from '#language/index.ts'
import { toEditor } from '#language/editor/index.ts'
import { boxNames } from '#language/testing.ts'
import { behaviour } from '../web/tiptap/behaviour.ts'
import { moveBlock } from '../web/tiptap/move-block.ts'
import { schemaExtensions } from '../web/tiptap/schema.ts'
import { withLastLine } from '../web/tiptap/start.ts'
import { storageOf } from './state.ts'

/** The editor with all its keys and no browser, for tests of what a key does. */
export class Keyboard {
  readonly #editor: Editor

  /** @param storage text with `|` at the cursor, or with `[` and `]` around the selection */
  constructor(storage: string) {
    this.#editor = new Editor({
      element: null,
      injectCSS: false,
      extensions: [...schemaExtensions(), behaviour, moveBlock, UndoRedo],
      content: withLastLine(toEditor(parse(storage), boxNames)) as unknown as Record<string, unknown>,
    })
    const editor = this.#editor
    editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }))
    const cursor = this.#take('|')
    const from = cursor ?? this.#take('[')
    if (from === undefined) throw new Error('The text has no cursor')
    const to = cursor ?? this.#take(']') ?? from
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to)))
  }

  /** Presses a key, e.g. `Shift-Tab`. @returns whether the editor has handled it; else the browser would */
  press(name: string): boolean {
    const [key = '', ...modifiers] = name.split('-').toReversed()
    const { view, state } = this.#editor
    const event = {
      key,
      keyCode: 0,
      shiftKey: modifiers.includes('Shift'),
      ctrlKey: modifiers.includes('Mod'),
      altKey: modifiers.includes('Alt'),
      metaKey: false,
    } as KeyboardEvent
    return state.plugins.some(plugin => plugin.props.handleKeyDown?.call(plugin, view, event) === true)
  }

  /** Types a text. @returns whether the editor has handled it; else it would replace the selection */
  type(text: string): boolean {
    const { view, state } = this.#editor
    const { from, to } = state.selection
    return state.plugins.some(
      plugin => plugin.props.handleTextInput?.call(plugin, view, from, to, text, () => state.tr) === true,
    )
  }

  /** Types a text, as the browser does where the editor leaves it to it. */
  write(text: string): void {
    const { view, state } = this.#editor
    if (!this.type(text)) view.dispatch(state.tr.insertText(text))
  }

  /** Selects the text nearest to two places of the document, or puts the cursor there. */
  select(from: number, to = from): void {
    const { view, state } = this.#editor
    const { size } = state.doc.content
    const [$from, $to] = [from, to].map(at => state.doc.resolve(Math.min(at, size))) as [ResolvedPos, ResolvedPos]
    view.dispatch(state.tr.setSelection(TextSelection.between($from, $to)))
  }

  /** Puts a copy of a part of the document in place of the selection. */
  insertCopy(from: number, to: number): void {
    const { view, state } = this.#editor
    const { size } = state.doc.content
    view.dispatch(state.tr.replaceSelection(state.doc.slice(Math.min(from, size), Math.min(to, size))))
  }

  get state(): EditorState {
    return this.#editor.state
  }

  get storage(): string {
    return storageOf(this.#editor.state.doc)
  }

  /** The node that is selected as a whole. */
  get selectedNode(): ProseNode | undefined {
    const { selection } = this.#editor.state
    return selection instanceof NodeSelection ? selection.node : undefined
  }

  /** Text before the cursor in its block, and the selected text. */
  get place(): string {
    const { $from, $to } = this.#editor.state.selection
    const before = $from.parent.textBetween(0, $from.parentOffset)
    const selected = this.#editor.state.doc.textBetween($from.pos, $to.pos, '\n')
    return selected === '' ? `${before}|` : `${before}[${selected}]`
  }

  /** Removes a sign from the text. @returns where it was */
  #take(sign: string): number | undefined {
    const { state, view } = this.#editor
    let found: number | undefined
    state.doc.descendants((node, at) => {
      const index = node.text?.indexOf(sign) ?? -1
      if (index >= 0) found ??= at + index
    })
    if (found !== undefined) view.dispatch(state.tr.delete(found, found + 1))
    return found
  }
}
