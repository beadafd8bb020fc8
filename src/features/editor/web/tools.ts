import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import type { DiagramOpening } from './diagrams/opening.ts'
import type { EditorSession } from './session.ts'

export type DialogName = 'link' | 'image' | 'status' | 'date' | 'imageOptions' | 'diagram'

/** What the toolbar, the menus and the dialogs share: the editor as it is now, and which dialog is open. */
export class EditorTools {
  readonly session: EditorSession
  readonly editor: Editor
  /** What the writer says of the change; goes along with the next version. */
  message = ''
  /** What the diagram editor is open for. */
  diagram: DiagramOpening | undefined
  #dialog: DialogName | undefined
  readonly #listeners = new Set<() => void>()

  constructor(session: EditorSession) {
    this.session = session
    this.editor = session.editor
    this.editor.on('transaction', () => this.#tell())
    this.editor.on('focus', () => this.#tell())
    this.editor.on('blur', () => this.#tell())
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  state = (): EditorState => this.editor.state

  dialog = (): DialogName | undefined => this.#dialog

  open(dialog: DialogName): void {
    this.#dialog = dialog
    this.#tell()
  }

  /** What the writer says of the change. */
  describe(message: string): void {
    this.message = message
  }

  /** Closes the dialog; writing goes on where it was. */
  close = (): void => {
    this.#dialog = undefined
    this.#tell()
    this.editor.commands.focus()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
