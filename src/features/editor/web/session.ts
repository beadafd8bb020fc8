import type { QueryInputOf } from '#platform/contract.ts'
import { call } from '#platform/web/api.ts'
import { pageData } from '#platform/web/session.ts'
import { t } from '#platform/web/i18n.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { merge, resolve } from '#language/merge.ts'
import { parse } from '#language/parse.ts'
import { serialise } from '#language/serialise.ts'
import { getDraft, saveDraft } from '#features/content/contract.ts'
import { publishLive } from '#features/live-editing/contract.ts'
import type { LiveText } from '#features/live-editing/web/index.ts'
import { beginContent, openEditor, type EditorView } from '../contract.ts'
import { callAtExit, leaveUnwritten } from './at-exit.ts'
import { Draft, type DraftText, type PageDraft } from './draft.ts'
import { LiveDraft } from './live-draft.ts'
import { isNewer, newCopyKey, readCopies, removeCopy, storeLocalCopy, type StoredCopy } from './local-copy.ts'
import { publish } from './publish.ts'
import { TextSession } from './text-session.ts'
import { replaceText, storageIn } from './tiptap/create.ts'
import { storageOf } from './tiptap/storage.ts'
import type { Change } from './tools.ts'

/** Keepalive body limit of browsers, less the envelope. */
const MOST_AT_EXIT = 60_000

/** Longest wait for the server to store the last changes before they are published, in milliseconds. */
const STORED_MS = 10_000

/** Open editor of a page: text, title and draft. Lives as long as its screen. */
export class EditorSession extends TextSession<EditorView> {
  readonly draft: PageDraft
  /** The text is edited together with others. */
  readonly live: LiveText | undefined
  readonly #user = pageData().user?.userKey ?? ''
  /** Key of this editor's copy on the device. */
  readonly #copyKey: string
  #title: string
  #baseVersion: number
  #currentVersion: number
  /** `revision` of the draft this text continues; empty for none. */
  #basedOn: string

  constructor(view: EditorView, live?: LiveText) {
    super(view, {
      storage: view.storage,
      shared: live,
      people: view.people,
      macros: view.macros,
      showsMacros: true,
      placeholder: t('Write, or press / for all that can be inserted'),
      attributes: { id: 'main-content', 'aria-label': t('Page text') },
    })
    this.live = live
    this.#title = view.title
    this.#baseVersion = view.baseVersion
    this.#currentVersion = view.currentVersion
    this.#basedOn = view.draftRevision
    this.#copyKey = newCopyKey(this.#user, view.id)
    this.draft = live ? this.#liveDraft(live) : this.#ownDraft()
    this.editor.on('update', () => this.draft.touch())
    if (live) this.#takeCopies(live)
  }

  override get isSuggesting(): boolean {
    return this.live?.isSuggesting(this.editor.state) ?? false
  }

  get title(): string {
    return this.live?.title ?? this.#title
  }

  get baseVersion(): number {
    return this.live?.provider.baseVersion ?? this.#baseVersion
  }

  /** Version that is published, as far as this editor knows. */
  get currentVersion(): number {
    return Math.max(this.#currentVersion, this.baseVersion)
  }

  /** Each save continues the draft that the one before has stored. */
  #ownDraft(): Draft {
    const { view } = this
    return new Draft(
      {
        save: async text => {
          const { revision, currentVersion } = await call(saveDraft, {
            params: { id: view.id },
            body: { ...text, basedOn: this.#basedOn },
          })
          this.#basedOn = revision
          this.#currentVersion = currentVersion
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
  }

  #liveDraft({ provider, unstored }: LiveText): LiveDraft {
    // Its source is made when it is stored: a long text takes long.
    let { doc } = this.editor.state
    let base: string | undefined
    return new LiveDraft(provider, {
      storeLocally: () => {
        const live = unstored()
        if (!live) return true
        base ??= storageOf(doc)
        return storeLocalCopy(this.#copyKey, {
          ...this.text(),
          at: Date.now(),
          isApart: true,
          basedOn: '',
          live: { ...live, base },
        })
      },
      forget: () => {
        ;({ doc } = this.editor.state)
        base = undefined
        removeCopy(this.#copyKey)
      },
    })
  }

  /** Merges changes that an earlier editor on this device could not send. */
  #takeCopies(live: LiveText): void {
    for (const copy of readCopies(this.#user, this.view.id))
      if (copy.key !== this.#copyKey && copy.live && live.take(copy.live)) removeCopy(copy.key)
  }

  /**
   * Publishes the text. Returns the page's address.
   * @throws ApiError 409 on a version conflict
   */
  async publish(change: Change): Promise<string> {
    const { live, view } = this
    if (!live) return publish(view, this.text(), change)
    if (!(await live.provider.until(() => live.provider.isStored, STORED_MS)))
      throw new ApiError({ status: 0, message: t('The last changes are not saved yet. Try again in a moment.') })
    return (await call(publishLive, { params: { id: view.id }, body: { ...change } })).url
  }

  /** Saves again what could not be saved. */
  async retry(): Promise<void> {
    this.live?.provider.retry()
    await this.draft.flush()
  }

  /**
   * Stores the text as the draft of a new page beside this one, or at the top of the space.
   * @param title of the new page
   * @returns the address of its editor
   * @throws ApiError
   */
  async saveAsNewPage(title: string): Promise<string> {
    const { type, space, parentId } = this.view
    const place = { type, spaceKey: space.key }
    const begin = (query: QueryInputOf<typeof beginContent>) => call(beginContent, { query }, { signInOn401: false })
    const begun = await begin(parentId === null ? place : { ...place, fromPageId: Number(parentId) }).catch(
      (error: unknown) => {
        if (parentId !== null && error instanceof ApiError && [403, 404].includes(error.status)) return begin(place)
        throw error
      },
    )
    const text = { title, storage: this.text().storage, baseVersion: 0, basedOn: begun.draftRevision }
    await call(saveDraft, { params: { id: begun.id }, body: text })
    await this.draft.end()
    return `/pages/resumedraft.action?draftId=${begun.id}`
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
    if (this.live) this.live.title = title
    else this.#title = title
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
    this.replace(copy.live ? this.#mergedWith(copy, copy.live.base) : copy)
    this.draft.storeOnDevice()
    removeCopy(copy.key)
  }

  /** A text that was made of `base`, with what this one has besides. */
  #mergedWith(text: DraftText, base: string): DraftText {
    const merged = merge(parse(base), parse(this.text().storage), parse(text.storage))
    return { ...text, storage: serialise(resolve(merged, () => 'both')) }
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
    this.#baseVersion = version
    this.draft.touch()
    void this.draft.flush()
  }

  /**
   * Whether the server has a different draft from another window or device; sets `draft.status`. Without an answer, the
   * next save decides.
   */
  async hasDiverged(): Promise<boolean> {
    await this.draft.flush()
    if (this.live) return false
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
    if (!theirs.isNew && mine.baseVersion === 0) mine.baseVersion = this.#baseVersion = theirs.currentVersion
    Object.assign(this.people, theirs.people)
    if (which === 'theirs') this.replace(theirs)
    await this.draft.settle()
    return which === 'mine' ? theirs : mine
  }

  replace(text: DraftText): void {
    this.setTitle(text.title)
    this.#baseVersion = text.baseVersion
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
    this.live?.provider.destroy()
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
