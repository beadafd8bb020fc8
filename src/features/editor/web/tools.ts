import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import type { LeavingBlock } from './blocks/leaving-block.ts'
import type { DiagramOpening } from './diagrams/opening.ts'
import type { ImageChange, ImageView } from '#language/editor/index.ts'
import type { MacroOpening } from './macros/opening.ts'
import { changePicture, type SelectedPicture, selectedPicture } from './pictures/change-picture.ts'
import { pictureUrl } from './pictures/PictureView.ts'
import type { Trigger } from './suggest/trigger.ts'
import type { TextSession } from './text-session.ts'

export type DialogName =
  | 'link'
  | 'image'
  | 'status'
  | 'date'
  | 'imageOptions'
  | 'imageReplace'
  | 'imageCrop'
  | 'diagram'
  | 'diagramInsert'
  | 'diagramOptions'
  | 'unlink'
  | 'emoji'
  | 'moveAway'
  | 'macros'
  | 'macro'
  | 'source'
  | 'outline'
  | 'shortcuts'

export type PictureField = 'alt' | 'caption'

const ALL_LISTS: readonly Trigger['kind'][] = ['slash', 'mention', 'page', 'emoji']

/** Data about a version, entered while publishing it. */
export interface Change {
  /** Version comment. */
  message: string
  /** Whether watchers are notified. */
  notifies: boolean
}

/** State shared by toolbar, menus and dialogs: the editor and the open dialog. */
export class EditorTools {
  readonly session: TextSession
  readonly editor: Editor
  /** Lists that typing may open. */
  readonly lists: readonly Trigger['kind'][]
  /** About the version that is published next: its comment, and whether watchers are notified. */
  change: Change = { message: '', notifies: true }
  diagram: DiagramOpening | undefined
  macro: MacroOpening | undefined
  /** The block that a dialog moves to another page. */
  leaving: LeavingBlock | undefined
  /** Field that the dialog of a picture opens with. */
  pictureField: PictureField = 'alt'
  #dialog: DialogName | undefined
  readonly #listeners = new Set<() => void>()

  constructor(session: TextSession, lists = ALL_LISTS) {
    this.session = session
    this.editor = session.editor
    this.lists = lists
    this.editor.on('transaction', () => this.#notify())
    this.editor.on('focus', () => this.#notify())
    this.editor.on('blur', () => this.#notify())
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  state = (): EditorState => this.editor.state

  dialog = (): DialogName | undefined => this.#dialog

  open(dialog: DialogName): void {
    this.#dialog = dialog
    this.#notify()
  }

  /** Opens the options of the selected picture at a field. */
  openPicture(field: PictureField): void {
    this.pictureField = field
    this.open('imageOptions')
  }

  /** The selected picture. A method, so that dialogs which are loaded later share no module with the text. */
  selectedPicture(): SelectedPicture | undefined {
    return selectedPicture(this.editor.state)
  }

  /** Changes the picture at a position, in one step. */
  changePicture(at: number, change: ImageChange): void {
    changePicture(this.editor, at, change)
  }

  /** Address of a picture's file; undefined where only readers can find it. */
  pictureUrl(view: ImageView): string | undefined {
    return pictureUrl(view, this.session.view.id)
  }

  describe(change: Partial<Change>): void {
    this.change = { ...this.change, ...change }
  }

  /** Closes the dialog and refocuses the text. */
  close = (): void => {
    this.#dialog = undefined
    this.#notify()
    this.editor.commands.focus()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
