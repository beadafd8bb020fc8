import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import type { EditorState } from '@tiptap/pm/state'
import { pageData } from '#platform/web/session.ts'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import { t } from '#platform/web/i18n.ts'
import { attachmentLinkHead, imageSource, type ImageChange } from '#language/editor/index.ts'
import type { EditorMacro } from '../contract.ts'
import { MacroPreviews } from './macros/previews.ts'
import { changePicture } from './pictures/change-picture.ts'
import { attach } from './publish.ts'
import type { Losses } from './tiptap/paste/losses.ts'
import { createEditor, type SharedText, type TextAppearance } from './tiptap/create.ts'

/** The page that an open text belongs to. */
export interface TextView {
  id: string
  space: { key: string }
  canAttach: boolean
  /** Whether the text is on a file of the page: files without a page are then none of the page's. */
  isOnFile?: boolean
}

interface OpenedText extends TextAppearance {
  storage: string
  /** Display names of mentioned users, by key and user name. */
  people: Readonly<Record<string, string>>
  macros: readonly EditorMacro[]
  /** Whether macros are shown as the page will show them. */
  showsMacros?: boolean
  shared?: (SharedText & { steps: (state: EditorState) => Steps }) | undefined
}

/** Numbers of steps that can be undone and redone. */
export interface Steps {
  undo: number
  redo: number
}

/** Open text of a page or comment: its editor, and what is inserted into it. */
export class TextSession<View extends TextView = TextView> {
  readonly view: View
  readonly editor: Editor
  /** Editor element, mounted by who shows it. */
  readonly element = document.createElement('div')
  readonly people: Record<string, string>
  readonly macros: readonly EditorMacro[]
  readonly steps: (state: EditorState) => Steps
  readonly #uploads = new Set<Promise<boolean>>()

  constructor(view: View, { storage, people, macros, showsMacros, shared, ...appearance }: OpenedText) {
    this.view = view
    this.people = { ...people }
    this.macros = macros
    this.steps = shared?.steps ?? (state => ({ undo: undoDepth(state), redo: redoDepth(state) }))
    const titles = new Map(
      macros.flatMap(({ name, aliases, title }) => [name, ...aliases].map(written => [written, title] as const)),
    )
    const previews = showsMacros ? new MacroPreviews(view.id, titles, () => this.editor) : undefined
    this.editor = createEditor({
      ...appearance,
      element: this.element,
      storage,
      shared,
      boxes: this.boxes,
      titles,
      // Files without an owner are not those of the page.
      place: { pageId: view.isOnFile ? undefined : view.id, spaceKey: view.space.key },
      contentId: view.id,
      locale: pageData().locale,
      people: this.people,
      previews,
      onFiles: (files, at) => void this.insertFiles(files, at),
      onLosses: tellLosses,
      knowPerson: (userKey, displayName) => this.knowPerson(userKey, displayName),
    })
    if (previews) this.editor.on('destroy', previews.follow())
  }

  /** Names of the macros whose body is edited. */
  get boxes(): ReadonlySet<string> {
    return new Set(this.macros.flatMap(({ name, isBox }) => (isBox ? name : [])))
  }

  /** Whether changes of the text are made as suggestions. */
  get isSuggesting(): boolean {
    return false
  }

  /** Registers the name of a user about to be mentioned. */
  knowPerson(userKey: string, displayName: string): void {
    this.people[userKey] = displayName
  }

  /** Id by which the text names the page of a file; undefined where the file's name suffices. */
  get filesPageId(): string | undefined {
    return this.view.isOnFile ? this.view.id : undefined
  }

  /** Node for a file of the page in the text: a picture, or a link. */
  nodeFor(filename: string, mediaType: string): Record<string, unknown> {
    const pageId = this.filesPageId
    if (mediaType.startsWith('image/'))
      return { type: 'image', attrs: { source: imageSource({ kind: 'attachment', filename, pageId }) } }
    const head = attachmentLinkHead(filename, pageId)
    return {
      type: 'text',
      text: filename,
      marks: [{ type: 'wikiLink', attrs: { head, body: 'none', shown: filename } }],
    }
  }

  get isUploading(): boolean {
    return this.#uploads.size > 0
  }

  /** Waits for files that are being uploaded. @returns whether all of them arrived */
  async uploaded(): Promise<boolean> {
    return !(await Promise.all(this.#uploads)).includes(false)
  }

  /** Uploads files and inserts them where they were dropped: pictures inline, others as links. */
  insertFiles(files: readonly File[], at: number): Promise<void> {
    return this.#upload(files, at, (names, place) => {
      const nodes = names.flatMap((filename, index) => {
        const node = this.nodeFor(filename, files[index]?.type ?? '')
        // Separates adjacent names.
        return index > 0 ? [{ type: 'text', text: ' ' }, node] : [node]
      })
      this.editor.chain().insertContentAt(Math.min(place, this.editor.state.doc.content.size), nodes).focus().run()
    })
  }

  /** Uploads a picture and shows it in place of the one at a position. */
  replacePicture(file: File, at: number, change: Omit<ImageChange, 'target'> = {}): Promise<void> {
    return this.#upload([file], at, ([filename = ''], place) => {
      if (this.editor.state.doc.nodeAt(place)?.type.name !== 'image') return
      const target = { kind: 'attachment', filename, pageId: this.filesPageId } as const
      changePicture(this.editor, place, { ...change, target })
    })
  }

  async #upload(
    files: readonly File[],
    at: number,
    put: (names: readonly string[], place: number) => void,
  ): Promise<void> {
    if (!this.view.canAttach) {
      showToast({ kind: 'warning', title: t('You may not attach files to this page') })
      return
    }
    const upload = this.#send(files, at, put)
    this.#uploads.add(upload)
    await upload
    this.#uploads.delete(upload)
  }

  async #send(
    files: readonly File[],
    at: number,
    put: (names: readonly string[], place: number) => void,
  ): Promise<boolean> {
    // Typing moves the position.
    let place = at
    const follow = ({ transaction }: { transaction: { mapping: { map(position: number): number } } }) => {
      place = transaction.mapping.map(place)
    }
    this.editor.on('transaction', follow)
    const close = showToast({ title: t('Uploading {{count}} files…', { count: files.length }), closeAfter: null })
    try {
      const names = await attach(this.view.id, files)
      if (!this.editor.isDestroyed) put(names, place)
      return true
    } catch (error) {
      showFailure(t('The upload failed'), error)
      return false
    } finally {
      close()
      this.editor.off('transaction', follow)
    }
  }
}

function tellLosses({ pictures, mentions }: Losses): void {
  const parts = [
    pictures > 0 &&
      t('{{count}} pictures are not in the clipboard. Copy each one by itself, or drop its file here.', {
        count: pictures,
      }),
    mentions > 0 && t('{{count}} mentions became names: the users are those of another wiki.', { count: mentions }),
  ]
  showToast({
    kind: 'warning',
    title: t('Not everything could be pasted'),
    body: parts.filter(Boolean).join(' '),
    key: 'paste',
    closeAfter: null,
  })
}
