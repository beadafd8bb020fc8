import type { Editor } from '@tiptap/core'
import { call } from '#platform/web/api.ts'
import { pageData } from '#platform/web/session.ts'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import { t } from '#platform/web/i18n.ts'
import { attachmentLinkHead, imageSource } from '#language/editor/index.ts'
import { getDraft, saveDraft } from '#features/content/contract.ts'
import { openEditor, type EditorView } from '../contract.ts'
import { callAtExit, leaveUnwritten } from './at-exit.ts'
import { Draft, type DraftText } from './draft.ts'
import { forgetCopy, forgetOwnCopy, keepCopy, readCopy, type LocalCopy } from './local-copy.ts'
import { attach } from './publish.ts'
import { createEditor, replaceText, storageIn } from './tiptap/create.ts'

/** Bytes that browsers send after a page is gone, less what the rest of the request takes. */
const MOST_AT_EXIT = 60_000

/** A page open in the editor: its text, its title, and the draft that keeps both. Lives as long as its screen. */
export class EditorSession {
  readonly view: EditorView
  readonly editor: Editor
  /** Element that holds the editor; the screen puts it into its place. */
  readonly element = document.createElement('div')
  readonly draft: Draft
  readonly #user = pageData().user?.userKey ?? ''
  title: string
  baseVersion: number
  #uploads = 0
  /** `revision` of the draft that this text goes on from; empty for none. */
  #basedOn: string
  /** Names of the people that the text mentions. */
  readonly #people: Record<string, string>

  constructor(view: EditorView) {
    this.view = view
    this.title = view.title
    this.baseVersion = view.baseVersion
    this.#basedOn = view.draftRevision
    this.#people = { ...view.people }
    this.editor = createEditor({
      element: this.element, storage: view.storage, contentId: view.id, locale: pageData().locale, people: this.#people,
      onFiles: (files, at) => void this.insertFiles(files, at),
    })
    this.draft = new Draft({
      save: async text => {
        const { revision } = await call(saveDraft, { params: { id: view.id }, body: { ...text, basedOn: this.#basedOn } })
        this.#basedOn = revision
      },
      saveAtExit: text => this.#saveAtExit(text),
      keep: text => keepCopy(this.#user, view.id, text, this.draft.status.kind === 'apart'),
      forget: () => forgetOwnCopy(this.#user, view.id),
    }, () => this.text())
    this.editor.on('update', () => this.draft.touch())
  }

  /** What would be published now. */
  text(): DraftText {
    return { title: this.title, storage: storageIn(this.editor), baseVersion: this.baseVersion }
  }

  setTitle(title: string): void {
    this.title = title
    this.draft.touch()
  }

  /** A copy on this device that is newer than what the server has; it could not be saved then. */
  unsavedCopy(): LocalCopy | undefined {
    const copy = readCopy(this.#user, this.view.id)
    if (!copy) return undefined
    const isKnown = copy.storage === this.view.storage && copy.title === this.view.title
    const isOlder = !copy.isApart && this.view.draftAt !== null && Date.parse(this.view.draftAt) > copy.at
    if (isKnown || isOlder) {
      forgetCopy(this.#user, this.view.id)
      return undefined
    }
    return copy
  }

  forgetCopy(): void {
    forgetCopy(this.#user, this.view.id)
  }

  /** Goes on with the same text, on top of a newer version. */
  rebase(version: number): void {
    this.baseVersion = version
    this.draft.touch()
    void this.draft.flush()
  }

  /**
   * Whether the server keeps a draft that this text does not go on from: it came from another window or device, and
   * `draft.status` says so then. Without an answer nothing is known, and the next save tells.
   */
  async isApart(): Promise<boolean> {
    await this.draft.flush()
    const basedOn = this.#basedOn
    if (this.draft.status.kind === 'apart' || !pageData().user) return this.draft.status.kind === 'apart'
    const answer = await call(getDraft, { params: { id: this.view.id } }, { signInOn401: false }).catch(() => undefined)
    // What was written meanwhile from here was compared by the server.
    if (!answer?.draft || answer.draft.revision === basedOn || this.#basedOn !== basedOn || this.draft.isWriting) return false
    this.draft.part()
    return true
  }

  /**
   * The server keeps another text than this one: goes on with the one of both that the writer has chosen.
   * Gives the other one. @throws ApiError when the server cannot be reached
   */
  async choose(which: 'mine' | 'theirs'): Promise<DraftText> {
    const theirs = await call(openEditor, { params: { id: this.view.id } })
    const mine = this.text()
    this.#basedOn = theirs.draftRevision
    // What was new may have been published by the other window.
    if (!theirs.isNew && mine.baseVersion === 0) mine.baseVersion = this.baseVersion = theirs.currentVersion
    Object.assign(this.#people, theirs.people)
    if (which === 'theirs') this.replace(theirs)
    await this.draft.settle()
    return which === 'mine' ? theirs : mine
  }

  /** Goes on with another text. */
  replace(text: DraftText): void {
    this.title = text.title
    this.baseVersion = text.baseVersion
    replaceText(this.editor, text.storage)
    this.draft.touch()
  }

  /** Attaches files and shows them where they were dropped; pictures as pictures, others as links. */
  async insertFiles(files: readonly File[], at: number): Promise<void> {
    if (!this.view.canAttach) {
      showToast({ kind: 'warning', title: t('You may not attach files to this page') })
      return
    }
    // What is typed meanwhile moves the place.
    let place = at
    const follow = ({ transaction }: { transaction: { mapping: { map(position: number): number } } }) => {
      place = transaction.mapping.map(place)
    }
    this.editor.on('transaction', follow)
    this.#uploads++
    const close = showToast({ title: t('Uploading {{count}} files…', { count: files.length }), closeAfter: null })
    try {
      const names = await attach(this.view.id, files)
      const nodes = names.flatMap((filename, index) => {
        const node = nodeFor(filename, files[index]?.type ?? '')
        // Names that follow each other are told apart.
        return index > 0 ? [{ type: 'text', text: ' ' }, node] : [node]
      })
      this.editor.chain().insertContentAt(Math.min(place, this.editor.state.doc.content.size), nodes).focus().run()
    } catch (error) {
      showFailure(t('The upload failed'), error)
    } finally {
      this.#uploads--
      close()
      this.editor.off('transaction', follow)
    }
  }

  /** Somebody who is about to be mentioned. */
  knowPerson(userKey: string, displayName: string): void {
    this.#people[userKey] = displayName
  }

  get isUploading(): boolean {
    return this.#uploads > 0
  }

  /** The page goes away: what is typed is kept, and what was begun without a word goes. */
  leave(): void {
    if (this.draft.isUntouched && !this.isUploading) leaveUnwritten(this.view)
    else this.draft.leave()
  }

  dispose(): void {
    this.leave()
    void this.draft.pause()
    this.editor.destroy()
  }

  #saveAtExit(text: DraftText): void {
    const body = JSON.stringify({ ...text, basedOn: this.#basedOn })
    if (body.length > MOST_AT_EXIT) return
    // Nobody is left to hear of a failure; the copy on this device is for that.
    callAtExit(saveDraft, { id: this.view.id }, body)
      .then(answer => { if (answer.ok) forgetOwnCopy(this.#user, this.view.id) }, () => undefined)
  }
}

function nodeFor(filename: string, type: string): Record<string, unknown> {
  if (type.startsWith('image/')) return { type: 'image', attrs: { source: imageSource({ kind: 'attachment', filename }) } }
  const mark = { type: 'wikiLink', attrs: { head: attachmentLinkHead(filename), body: 'none', shown: filename } }
  return { type: 'text', text: filename, marks: [mark] }
}
