import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { carryOver, differences, stepsOf } from '#diagrams/model/differences.ts'
import { withoutUnusedMedia } from '#diagrams/operations/media.ts'
import { diagramNameProblem } from '../../../names.ts'
import type { Conflict, FrameMessage, HostMessage, LinkedDiagram, UnsavedCopy, Loaded } from '../protocol.ts'
import { EditorContext } from '../editor-context.ts'
import { replaceDocument } from './import.ts'
import type { DiagramState, FoundAttachment, FoundPage } from '../services/host.ts'
import type { SharedDiagram } from './sharing.ts'

/** Delay of autosave messages, ms. */
const AUTOSAVE_AFTER_MS = 400
const AUTOSAVE_WITHIN_MS = 2000
/** Selected objects that others see. */
const MOST_SELECTED = 50

export type Question =
  /** A new diagram, or a copy after a conflict, needs a name; or the diagram gets another one. */
  | {
      kind: 'name'
      purpose: 'new' | 'copy' | 'rename'
      refused: { name: string; problem: string } | null
      thenClose: boolean
      /** The new name is being stored. */
      isPending?: boolean
    }
  /** Unsaved changes. */
  | { kind: 'close' }
  | { kind: 'conflict'; conflict: Conflict }

export interface SessionState extends DiagramState {
  question: Question | null
  /** Recovered changes, neither restored nor discarded. */
  recovered: UnsavedCopy | null
  /** Base version of the recovered changes. */
  version: number
  /** Pinned version of the page; null for the newest, or once acknowledged. */
  pinned: number | null
  /** The older version that editing began with; null for the newest, and once it is saved. */
  edited: number | null
  report: Loaded['report']
  /** Display name of the user who stored a version beside the shared document; null for none, and once acknowledged. */
  beside: string | null
}

export interface SessionPorts {
  post: (message: FrameMessage) => void
  /** Loads Yjs. */
  loadSharing: () => Promise<Pick<typeof import('./sharing.ts'), 'SharedDiagram'>>
  /** PNG data URL of the first page at scale 1 (empty when none can be drawn) and the page as HTML. */
  picture: (document: DiagramDocument) => Promise<{ image: string; html: string }>
  setTimer: (run: () => void, ms: number) => unknown
  clearTimer: (timer: unknown) => void
  now: () => number
}

let sessions = 0

/** Session of an open diagram: stored state, pending save, and questions to the user. */
export class FrameSession {
  /** Unique in this document. */
  readonly id = ++sessions
  readonly editor: EditorContext
  readonly isEmbeddable: boolean
  readonly canCopy: boolean
  /** A diagram that a text names already is stored under that name first. */
  readonly #isNamedByText: boolean
  readonly #ports: SessionPorts
  readonly #listeners = new Set<() => void>()
  readonly #pendingRequests = new Map<number, { resolve: (found: never) => void; reject: (error: Error) => void }>()
  #state: SessionState
  /** Base version of the document. */
  #base: number
  /** Pinned version of the page; null for the newest. */
  #pinned: number | null
  /** The pending save: sent, or waiting for the network. */
  #pending: { save: number; name: string; document: DiagramDocument; thenClose: boolean } | undefined
  #saves = 0
  #autosaved: DiagramDocument
  #autosaveTimer: unknown
  #autosaveSince: number | undefined
  #wasDirty = false
  #requests = 0
  /** Cached pages by id. */
  readonly #pages = new Map<string, Promise<FoundPage | null>>()
  /** The document that was loaded or saved last: what differs from it is changed by this user, unless it is shared. */
  #start: DiagramDocument
  #startVersion: number
  #shared: SharedDiagram | undefined
  /** Updates that arrive while Yjs is loaded. */
  #early: Uint8Array[] = []
  /** Counts what begins or ends sharing. */
  #sharings = 0
  /** Selection that the others know. */
  #selection: ReadonlySet<string> | undefined

  constructor(loaded: Loaded, ports: SessionPorts) {
    this.#ports = ports
    this.#base = this.#startVersion = loaded.version
    this.#pinned = loaded.pinned
    this.isEmbeddable = loaded.isEmbeddable
    this.canCopy = loaded.canCopy
    this.#isNamedByText = loaded.version === 0 && loaded.name !== ''
    this.#autosaved = this.#start = loaded.document
    this.editor = new EditorContext(loaded.document, {
      isReadOnly: loaded.isReadOnly,
      ...(loaded.diagramPage === null ? {} : { pageId: loaded.diagramPage }),
    })
    this.#state = {
      name: loaded.name,
      pageTitle: loaded.pageTitle,
      isNew: loaded.version === 0,
      saveState: 'saved',
      savedAt: null,
      problem: null,
      people: [],
      selections: [],
      isShared: false,
      isOnline: true,
      question: null,
      recovered: loaded.recovered,
      version: loaded.version,
      pinned: loaded.pinned,
      edited: loaded.edited,
      report: loaded.report,
      beside: null,
    }
    this.editor.subscribe(() => this.#changed())
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Saves the diagram; a new one needs a name first. */
  readonly save = ({ thenClose = false }: { thenClose?: boolean } = {}): void => {
    if (this.editor.state().isReadOnly || this.#state.saveState === 'saving') return
    this.editor.tools.finishText?.()
    if (this.#state.name === '') this.#set({ question: { kind: 'name', purpose: 'new', refused: null, thenClose } })
    else void this.#send(this.#state.name, this.#base, thenClose)
  }

  /** Leaves; asks first with unsaved changes. */
  readonly close = (): void => {
    this.editor.tools.finishText?.()
    if (this.#isClean()) this.#ports.post({ type: 'close', discard: false })
    else this.#set({ question: { kind: 'close' } })
  }

  /** Asks how what is drawn is printed. */
  print(): void {
    if (this.#state.question) return
    this.editor.tools.finishText?.()
    this.editor.panels.showDialog('print')
  }

  /** Asks for a link to the diagram, as it is stored. */
  readonly embed = (): void => this.#ports.post({ type: 'embed' })

  /** Asks where a copy of what is drawn goes. */
  readonly copy = async (): Promise<void> => {
    this.editor.tools.finishText?.()
    const document = withoutUnusedMedia(this.editor.state().document)
    const name = this.#state.name || t('New diagram')
    this.#ports.post({ type: 'copy', name, document, ...(await this.#ports.picture(document)) })
  }

  /** Answers the question about leaving: save first. */
  saveAndClose(): void {
    this.#set({ question: null })
    this.save({ thenClose: true })
  }

  /** Answers the question about a name. */
  giveName(name: string): void {
    const { question } = this.#state
    if (question?.kind !== 'name') return
    const problem = diagramNameProblem(name)
    const given = name.trim().normalize('NFC')
    if (question.purpose === 'rename' && given === this.#state.name) this.#set({ question: null })
    else if (problem) this.#set({ question: { ...question, refused: { name, problem: t(problem) } } })
    else if (question.purpose === 'rename') void this.#rename(given)
    else void this.#send(given, 0, question.thenClose)
  }

  /** Whether {@link rename} can be asked for. */
  get canRename(): boolean {
    return !this.editor.state().isReadOnly && !(this.#state.isNew && this.#isNamedByText)
  }

  /** Asks for another name; that of a new diagram is used for its first save. */
  readonly rename = (): void => {
    if (!this.canRename) return
    this.editor.tools.finishText?.()
    this.#set({ question: { kind: 'name', purpose: 'rename', refused: null, thenClose: false } })
  }

  /** Leaves without saving. */
  discard(): void {
    this.#stopAutosave()
    this.#wasDirty = false
    this.#ports.post({ type: 'dirty', isDirty: false })
    this.#ports.post({ type: 'close', discard: true })
  }

  /** Dismisses the question. */
  readonly dismiss = (): void => {
    this.#set({ question: null })
    this.#ports.post({ type: 'stay' })
  }

  /** Resolves a conflict. `theirs` stores mine on this device; `copy` asks for a name; `replace` overwrites theirs. */
  resolve(way: 'theirs' | 'copy' | 'replace'): void {
    const { question } = this.#state
    if (question?.kind !== 'conflict') return
    if (way === 'copy') this.#set({ question: { kind: 'name', purpose: 'copy', refused: null, thenClose: false } })
    else if (way === 'theirs') {
      this.#stopAutosave()
      this.#ports.post({ type: 'load-theirs', document: this.editor.state().document, version: this.#base })
    } else void this.#send(this.#state.name, question.conflict.version, false)
  }

  /** Restores the recovered changes. A concurrent save is not overwritten: the next save reports the conflict. */
  restore(): void {
    const { recovered } = this.#state
    if (!recovered) return
    // The others’ copy has a version that these changes must not overwrite.
    if (this.#shared && recovered.version < this.#base) {
      this.#endSharing()
      this.#ports.post({ type: 'alone' })
    }
    if (!this.#shared) this.#base = recovered.version
    // Undo restores what was drawn before the offer was seen.
    if (this.#shared || this.editor.state().undo.length > 0) {
      const { document } = this.editor.state()
      const restored = this.#shared ? this.#restoredIn(document, recovered) : recovered.document
      this.editor.change(replaceDocument(document, restored), {
        name: 'Restore',
        pageId: recovered.document.pages[0]?.id ?? '',
        selection: [],
      })
    } else this.editor.load(recovered.document, { isDirty: true })
    this.#set({ recovered: recovered.earlier ?? null })
    this.#ports.post({ type: 'restored' })
  }

  /** Recovered changes in a shared document; changes of others since the same version stay. */
  #restoredIn(document: DiagramDocument, recovered: UnsavedCopy): DiagramDocument {
    return recovered.version === this.#startVersion
      ? carryOver(document, differences(this.#start, recovered.document))
      : recovered.document
  }

  dismissRecovered(): void {
    this.#set({ recovered: this.#state.recovered?.earlier ?? null })
    this.#ports.post({ type: 'discard-recovered' })
  }

  /** Shows an import's deviations. */
  report(approximations: Loaded['report']): void {
    this.#set({ report: approximations })
  }

  dismissPinned(): void {
    this.#set({ pinned: null })
  }

  dismissBeside(): void {
    this.#set({ beside: null })
  }

  dismissReport(): void {
    this.#set({ report: [] })
  }

  /** Handles the host's messages, except `load`, which creates a session. */
  receive(message: Exclude<HostMessage, { type: 'load' }>): void {
    // The answer to a superseded save only updates the version.
    if ('save' in message && message.save !== this.#pending?.save) return
    switch (message.type) {
      case 'saved':
        this.#saved(message)
        break
      case 'save-failed':
        if (!message.isOffline) this.#pending = undefined
        this.#set({ saveState: message.isOffline ? 'offline' : 'failed', problem: message.message })
        break
      case 'name-refused':
        this.#refused(message.message)
        break
      case 'conflict':
        this.#pending = undefined
        this.#set({ saveState: 'conflict', problem: null, question: { kind: 'conflict', conflict: message.conflict } })
        break
      case 'people':
        this.#set({ people: message.people, selections: message.selections })
        break
      case 'shared':
        this.#share(message).catch((error: unknown) => this.#stayAlone(messageOf(error)))
        break
      case 'shared-update':
        if (this.#shared) this.#merge(this.#shared, message.update)
        else this.#early.push(message.update)
        break
      case 'connection':
        this.#set({ isOnline: message.isOnline })
        break
      case 'saved-beside':
        this.#set({ beside: message.by })
        break
      case 'shared-replaced':
        this.#replaced()
        break
      case 'shared-ended':
        this.#endSharing()
        this.#sayAlone(message.reason)
        break
      case 'leave':
        this.close()
        break
      case 'found-pages':
        this.#answer(message.request)?.resolve(message.pages as never)
        break
      case 'found-attachments':
        this.#answer(message.request)?.resolve(message.attachments as never)
        break
      case 'page-copied':
        this.#answer(message.request)?.resolve({ name: message.name, url: message.url } as never)
        break
      case 'found-diagrams':
        this.#answer(message.request)?.resolve(message.diagrams as never)
        break
      case 'renamed':
        this.#answer(message.request)?.resolve(message.name as never)
        break
      case 'request-failed':
        this.#answer(message.request)?.reject(new Error(message.message))
    }
  }

  findPages(words: string): Promise<FoundPage[]> {
    return this.#ask(request => ({ type: 'find-pages', request, words }))
  }

  /** A page by a link's id; null when it is gone or forbidden. */
  findPage(contentId: string): Promise<FoundPage | null> {
    const known = this.#pages.get(contentId)
    if (known) return known
    const asked = this.#ask<FoundPage[]>(request => ({ type: 'find-page', request, contentId })).then(
      ([page]) => page ?? null,
    )
    this.#pages.set(contentId, asked)
    // Failures are retried.
    asked.catch(() => this.#pages.delete(contentId))
    return asked
  }

  findAttachments(contentId?: string): Promise<FoundAttachment[]> {
    return this.#ask(request => ({ type: 'find-attachments', request, contentId: contentId ?? null }))
  }

  /** Adds the pages of a document to another diagram. */
  copyPage(document: DiagramDocument, contentId: string): Promise<{ name: string; url: string }> {
    return this.#ask(request => ({ type: 'copy-page', request, contentId, document }))
  }

  findDiagrams(words: string): Promise<LinkedDiagram[]> {
    return this.#ask(request => ({ type: 'find-diagrams', request, words }))
  }

  /** A diagram by a link's id; null when it is gone or forbidden. */
  async findDiagram(contentId: string): Promise<LinkedDiagram | null> {
    const [diagram] = await this.#ask<LinkedDiagram[]>(request => ({ type: 'find-diagram', request, contentId }))
    return diagram ?? null
  }

  /** Flushes the autosave, for when the tab may close. */
  readonly flush = (): void => {
    const { document } = this.editor.state()
    this.#stopAutosave()
    if (document === this.#autosaved || !this.editor.state().isDirty) return
    this.#autosaved = document
    this.#ports.post({ type: 'autosave', document, version: this.#base, ...(this.#shared && { isShared: true }) })
  }

  async #send(name: string, version: number, thenClose: boolean): Promise<void> {
    const { document } = this.editor.state()
    const save = ++this.#saves
    this.#pending = { save, name, document, thenClose }
    this.#set({ saveState: 'saving', problem: null, question: null })
    const { image, html } = await this.#ports.picture(document)
    this.#ports.post({
      type: 'save',
      save,
      name,
      version,
      document: withoutUnusedMedia(document),
      image,
      html,
      thenClose,
      ...(this.#shared && { isShared: true }),
    })
  }

  /** Goes on in the shared document, with what this user has changed so far. */
  async #share({ incarnation, state }: Extract<HostMessage, { type: 'shared' }>): Promise<void> {
    const sharing = ++this.#sharings
    this.#early = []
    const { SharedDiagram: Shared } = await this.#ports.loadSharing()
    if (sharing !== this.#sharings) return
    const known = { version: this.#startVersion, document: this.#start }
    const shared = new Shared(state, known, update => this.#ports.post({ type: 'shared-update', update }))
    for (const update of this.#early.splice(0)) shared.receive(update)
    // Of another version than this document: a save would replace what it lacks without a question.
    if ((shared.saved?.version ?? 0) < this.#startVersion || this.#base < this.#startVersion) {
      this.#stayAlone(t('The shared changes are to another version.'))
      return
    }
    // Others have what was kept: restoring would change nothing.
    const isShared = (copy: UnsavedCopy) =>
      copy.sharedBy === incarnation ||
      stepsOf(differences(shared.document, this.#restoredIn(shared.document, copy))).length === 0
    while (this.#state.recovered && isShared(this.#state.recovered)) this.dismissRecovered()
    const { document, undo } = this.editor.state()
    const own = differences(this.#start, document)
    if (stepsOf(own).length > 0) {
      const carried = carryOver(shared.document, own)
      // Undo may bring pictures back.
      shared.write(undo.length > 0 ? { ...carried, media: { ...document.media, ...carried.media } } : carried)
    }
    this.#shared = shared
    this.#selection = undefined
    this.editor.share(shared)
    this.#set({ isShared: true, isOnline: true })
    this.#followSaved(shared)
  }

  #stayAlone(reason: string): void {
    this.#ports.post({ type: 'alone' })
    this.#sayAlone(reason)
  }

  #sayAlone(reason: string): void {
    this.editor.tools.warn(t('You are editing alone from now on. {{reason}}', { reason }))
  }

  #merge(shared: SharedDiagram, update: Uint8Array): void {
    shared.receive(update)
    this.editor.merge(shared.document)
    this.#followSaved(shared)
  }

  /** The next save follows the version that others have saved. */
  #followSaved({ saved }: SharedDiagram): void {
    if (!saved || saved.version <= this.#base) return
    const { version, by, at } = saved
    this.#base = version
    this.#set({ version, edited: null, savedAt: at, beside: null })
    if (!this.#pending) this.editor.tools.confirm(t('{{name}} saved version {{version}}', { name: by, version }))
  }

  /** Another document takes the place of the shared one; this device keeps what no version has. */
  #replaced(): void {
    const { document, isDirty } = this.editor.state()
    this.#endSharing()
    this.#stopAutosave()
    this.#ports.post(isDirty ? { type: 'load-theirs', document, version: this.#base } : { type: 'reload' })
  }

  #endSharing(): void {
    this.#sharings++
    const shared = this.#shared
    if (!shared) return
    this.#shared = undefined
    const { isSaved } = shared
    this.editor.share(undefined)
    if (isSaved) this.editor.saved(this.editor.state().document)
    this.#set({ isShared: false, selections: [] })
  }

  /** Tells the others what is selected. */
  #tellSelection(): void {
    const { selection, pageId } = this.editor.state()
    if (!this.#shared || selection === this.#selection) return
    this.#selection = selection
    this.#ports.post({ type: 'selection', page: pageId, ids: [...selection].slice(0, MOST_SELECTED) })
  }

  async #rename(name: string): Promise<void> {
    const asked = { kind: 'name', purpose: 'rename', thenClose: false } as const
    const refuse = (problem: string) => this.#set({ question: { ...asked, refused: { name, problem } } })
    if (this.#state.isNew) return this.#set({ name, question: null })
    if (this.#pending) return refuse(t('The diagram is being saved. Rename it once that is done.'))
    this.#set({ question: { ...asked, refused: null, isPending: true } })
    try {
      const stored = await this.#ask<string>(request => ({ type: 'rename', request, name }))
      this.#set({ name: stored, question: null })
    } catch (error) {
      refuse(messageOf(error))
    }
  }

  #saved({ name, version, at }: Extract<HostMessage, { type: 'saved' }>): void {
    const saved = this.#pending?.document
    this.#pending = undefined
    this.#base = version
    // A copy under another name is another diagram.
    if (!this.#state.isNew && name !== this.#state.name) this.#endSharing()
    if (saved) {
      this.#start = saved
      this.#startVersion = version
      this.editor.saved(saved)
    }
    // A diagram saved under another name is not pinned by a page.
    if (name !== this.#state.name) this.#pinned = null
    const { isDirty } = this.editor.state()
    this.#set({
      name,
      version,
      pinned: this.#pinned,
      edited: null,
      isNew: false,
      savedAt: at,
      problem: null,
      saveState: isDirty ? 'unsaved' : 'saved',
    })
    // Changes made meanwhile are based on this version.
    if (isDirty) this.#scheduleAutosave()
  }

  #refused(problem: string): void {
    const { name = '', thenClose = false } = this.#pending ?? {}
    this.#pending = undefined
    this.#set({
      saveState: 'unsaved',
      question: {
        kind: 'name',
        purpose: this.#state.isNew ? 'new' : 'copy',
        refused: { name, problem },
        thenClose,
      },
    })
  }

  #changed(): void {
    const { document, isDirty } = this.editor.state()
    if (isDirty !== this.#wasDirty) {
      this.#wasDirty = isDirty
      this.#ports.post({ type: 'dirty', isDirty })
    }
    if (!this.#pending) {
      const saveState = isDirty ? 'unsaved' : 'saved'
      const stays = isDirty && this.#state.saveState === 'conflict'
      if (saveState !== this.#state.saveState && !stays) this.#set({ saveState, problem: null })
    }
    if (isDirty && document !== this.#autosaved) this.#scheduleAutosave()
    this.#tellSelection()
  }

  #scheduleAutosave(): void {
    const now = this.#ports.now()
    this.#autosaveSince ??= now
    if (this.#autosaveTimer !== undefined) this.#ports.clearTimer(this.#autosaveTimer)
    this.#autosaveTimer = this.#ports.setTimer(
      this.flush,
      Math.max(0, Math.min(AUTOSAVE_AFTER_MS, this.#autosaveSince + AUTOSAVE_WITHIN_MS - now)),
    )
  }

  #stopAutosave(): void {
    if (this.#autosaveTimer !== undefined) this.#ports.clearTimer(this.#autosaveTimer)
    this.#autosaveTimer = undefined
    this.#autosaveSince = undefined
  }

  #isClean(): boolean {
    return !this.editor.state().isDirty && !this.#pending
  }

  #ask<Found>(message: (request: number) => FrameMessage): Promise<Found> {
    const request = ++this.#requests
    return new Promise<Found>((resolve, reject) => {
      this.#pendingRequests.set(request, { resolve, reject })
      this.#ports.post(message(request))
    })
  }

  #answer(request: number): { resolve: (found: never) => void; reject: (error: Error) => void } | undefined {
    const asked = this.#pendingRequests.get(request)
    this.#pendingRequests.delete(request)
    return asked
  }

  #set(fields: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...fields }
    for (const listener of this.#listeners) listener()
  }
}
