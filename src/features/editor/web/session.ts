import { call } from '#platform/web/api.ts'
import { pageData } from '#platform/web/session.ts'
import { t } from '#platform/web/i18n.ts'
import { getDraft, saveDraft } from '#features/content/contract.ts'
import { openEditor, type EditorView } from '../contract.ts'
import { callAtExit, leaveUnwritten } from './at-exit.ts'
import { Draft, type DraftText } from './draft.ts'
import { isNewer, newCopyKey, readCopies, removeCopy, storeLocalCopy, type StoredCopy } from './local-copy.ts'
import { TextSession } from './text-session.ts'
import { replaceText, storageIn } from './tiptap/create.ts'

/** Keepalive body limit of browsers, less the envelope. */
const MOST_AT_EXIT = 60_000

/** Open editor of a page: text, title and draft. Lives as long as its screen. */
export class EditorSession extends TextSession<EditorView> {
  readonly draft: Draft
  readonly #user = pageData().user?.userKey ?? ''
  /** Key of this editor's copy on the device. */
  readonly #copyKey: string
  title: string
  baseVersion: number
  /** `revision` of the draft this text continues; empty for none. */
  #basedOn: string

  constructor(view: EditorView) {
    super(view, {
      storage: view.storage,
      people: view.people,
      macros: view.macros,
      placeholder: t('Write, or press / for all that can be inserted'),
      attributes: { id: 'main-content', 'aria-label': t('Page text') },
    })
    this.title = view.title
    this.baseVersion = view.baseVersion
    this.#basedOn = view.draftRevision
    this.#copyKey = newCopyKey(this.#user, view.id)
    this.draft = new Draft(
      {
        save: async text => {
          const { revision } = await call(saveDraft, {
            params: { id: view.id },
            body: { ...text, basedOn: this.#basedOn },
          })
          this.#basedOn = revision
        },
        saveAtExit: text => this.#saveAtExit(text),
        storeLocally: text =>
          storeLocalCopy(this.#copyKey, {
            ...text,
            at: Date.now(),
            isApart: this.draft.status.kind === 'diverged',
            basedOn: this.#basedOn,
          }),
        forget: () => removeCopy(this.#copyKey),
        now: () => performance.now(),
      },
      () => this.text(),
    )
    this.editor.on('update', () => this.draft.touch())
  }

  text(): DraftText {
    return { title: this.title, storage: storageIn(this.editor), baseVersion: this.baseVersion }
  }

  /** Refuses typing while the text is published, which would be lost. Returns the function that allows it again. */
  lock(): () => void {
    const { isFocused } = this.editor
    this.editor.setEditable(false, false)
    return () => {
      this.editor.setEditable(true, false)
      if (isFocused) this.editor.commands.focus()
    }
  }

  setTitle(title: string): void {
    this.title = title
    this.draft.touch()
  }

  /** Newest local copy of an earlier editor with something that the server may lack. */
  unsavedCopy(): StoredCopy | undefined {
    const copies = readCopies(this.#user, this.view.id).filter(({ key }) => key !== this.#copyKey)
    const [newest] = copies.filter(copy => {
      const isOffered = isNewer(copy, this.view)
      if (!isOffered) removeCopy(copy.key)
      return isOffered
    })
    return newest
  }

  /** Continues with a local copy, which is then this editor's. */
  restore(copy: StoredCopy): void {
    this.replace(copy)
    this.draft.storeOnDevice()
    removeCopy(copy.key)
  }

  removeCopy(copy: StoredCopy): void {
    removeCopy(copy.key)
  }

  /** Continues with a text that has what was published meanwhile, on that version. */
  takeMerged(text: DraftText): void {
    this.replace(text)
    void this.draft.flush()
  }

  /** Moves the same text onto a newer version, whose changes it then overwrites. */
  rebase(version: number): void {
    this.baseVersion = version
    this.draft.touch()
    void this.draft.flush()
  }

  /**
   * Whether the server has a different draft from another window or device; sets `draft.status`. Without an answer, the
   * next save decides.
   */
  async hasDiverged(): Promise<boolean> {
    await this.draft.flush()
    const basedOn = this.#basedOn
    if (this.draft.status.kind === 'diverged' || !pageData().user) return this.draft.status.kind === 'diverged'
    const answer = await call(getDraft, { params: { id: this.view.id } }, { signInOn401: false }).catch(() => undefined)
    // Saves made meanwhile were checked by the server.
    if (!answer?.draft || answer.draft.revision === basedOn || this.#basedOn !== basedOn || this.draft.isWriting)
      return false
    this.draft.part()
    return true
  }

  /**
   * Continues with the chosen one of two diverged texts and returns the other.
   * @throws ApiError when the server is unreachable
   */
  async choose(which: 'mine' | 'theirs'): Promise<DraftText> {
    const theirs = await call(openEditor, { params: { id: this.view.id } })
    const mine = this.text()
    this.#basedOn = theirs.draftRevision
    // The other window may have published new content.
    if (!theirs.isNew && mine.baseVersion === 0) mine.baseVersion = this.baseVersion = theirs.currentVersion
    Object.assign(this.people, theirs.people)
    if (which === 'theirs') this.replace(theirs)
    await this.draft.settle()
    return which === 'mine' ? theirs : mine
  }

  replace(text: DraftText): void {
    this.title = text.title
    this.baseVersion = text.baseVersion
    replaceText(this.editor, text.storage, this.boxes)
    this.draft.touch()
  }

  /** On unload: saves, or discards an unedited draft. */
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
    // Failures cannot be shown; the local copy covers them.
    callAtExit(saveDraft, { id: this.view.id }, body).then(
      answer => {
        if (answer.ok) removeCopy(this.#copyKey)
      },
      () => undefined,
    )
  }
}
