import { t } from '#platform/web/i18n.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { withoutUnusedMedia } from '#diagrams/operations/media.ts'
import { diagramNameProblem } from '../../../names.ts'
import type { Conflict, FrameMessage, HostMessage, KeptCopy, Loaded } from '../protocol.ts'
import { EditorContext } from '../editor-context.ts'
import { becoming } from './import.ts'
import type { DiagramState, FoundAttachment, FoundPage } from './host.ts'

/** What the wiki's page must hear at once when the tab goes away is posted after this rest at the latest. */
const KEEP_AFTER_MS = 400
const MOST_KEPT_WAIT_MS = 2000

export type Question =
  /** A new diagram, or a copy of mine beside theirs, needs a name. */
  | { kind: 'name'; refused: { name: string; problem: string } | null; thenClose: boolean; isCopy: boolean }
  /** Something is not stored. */
  | { kind: 'close' }
  | { kind: 'conflict'; conflict: Conflict }

export interface SessionState extends DiagramState {
  question: Question | null
  /** Kept changes that were neither restored nor discarded. */
  recovered: KeptCopy | null
  /** Version that the kept changes are measured against. */
  version: number
  /** Version that the page is fixed to; null where it shows the newest, and once the reader has taken note. */
  pinned: number | null
  report: Loaded['report']
}

export interface SessionPorts {
  post: (message: FrameMessage) => void
  /** PNG data URL of the first page at scale 1 (empty when none can be drawn) and the page as HTML. */
  picture: (document: DiagramDocument) => Promise<{ image: string; html: string }>
  setTimer: (run: () => void, ms: number) => unknown
  clearTimer: (timer: unknown) => void
  now: () => number
}

let sessions = 0

/** A diagram that is open: what is stored of it, what is on its way, and what the reader must decide. */
export class FrameSession {
  /** Unlike that of any other session of this document. */
  readonly id = ++sessions
  readonly editor: EditorContext
  readonly #ports: SessionPorts
  readonly #listeners = new Set<() => void>()
  readonly #asked = new Map<number, { resolve: (found: never) => void; reject: (error: Error) => void }>()
  #state: SessionState
  /** Version that the document follows. */
  #base: number
  /** Version that the page is fixed to; null where it shows the newest. */
  #pinned: number | null
  /** The save that is not answered for good yet: on its way, or waiting for the network. */
  #pending: { save: number; name: string; document: DiagramDocument; thenClose: boolean } | undefined
  #saves = 0
  #kept: DiagramDocument
  #keepTimer: unknown
  #keepSince: number | undefined
  #wasDirty = false
  #requests = 0
  /** Pages by their ids, asked for once. */
  readonly #pages = new Map<string, Promise<FoundPage | null>>()

  constructor(loaded: Loaded, ports: SessionPorts) {
    this.#ports = ports
    this.#base = loaded.version
    this.#pinned = loaded.pinned
    this.#kept = loaded.document
    this.editor = new EditorContext(loaded.document, { isReadOnly: loaded.isReadOnly, ...(loaded.diagramPage === null ? {} : { pageId: loaded.diagramPage }) })
    this.#state = {
      name: loaded.name, pageTitle: loaded.pageTitle, isNew: loaded.version === 0, saveState: 'saved',
      savedAt: null, problem: null, question: null, recovered: loaded.recovered, version: loaded.version, pinned: loaded.pinned, report: loaded.report,
    }
    this.editor.subscribe(() => this.#changed())
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stores the diagram; a new one is given a name first. */
  readonly save = ({ thenClose = false }: { thenClose?: boolean } = {}): void => {
    if (this.editor.state().isReadOnly || this.#state.saveState === 'saving') return
    this.editor.tools.finishText?.()
    if (this.#state.name === '') this.#set({ question: { kind: 'name', refused: null, thenClose, isCopy: false } })
    else void this.#send(this.#state.name, this.#base, thenClose)
  }

  /** Leaves; asks first when something would be lost. */
  readonly close = (): void => {
    this.editor.tools.finishText?.()
    if (this.#isClean()) this.#ports.post({ type: 'close', discard: false })
    else this.#set({ question: { kind: 'close' } })
  }

  /** Answers the question whether to save before leaving. */
  saveAndClose(): void {
    this.#set({ question: null })
    this.save({ thenClose: true })
  }

  /** Answers the question of a name. */
  giveName(name: string): void {
    const { question } = this.#state
    if (question?.kind !== 'name') return
    const problem = diagramNameProblem(name)
    if (problem) this.#set({ question: { ...question, refused: { name, problem: t(problem) } } })
    else void this.#send(name.trim().normalize('NFC'), 0, question.thenClose)
  }

  /** Leaves without what is not stored. */
  discard(): void {
    this.#stopKeeping()
    this.#wasDirty = false
    this.#ports.post({ type: 'dirty', isDirty: false })
    this.#ports.post({ type: 'close', discard: true })
  }

  /** Takes the question back; the drawing goes on. */
  readonly dismiss = (): void => {
    this.#set({ question: null })
    this.#ports.post({ type: 'stay' })
  }

  /** Answers a conflict. `theirs` keeps mine on this device; `copy` asks for a name; `replace` writes over what they stored. */
  resolve(way: 'theirs' | 'copy' | 'replace'): void {
    const { question } = this.#state
    if (question?.kind !== 'conflict') return
    if (way === 'copy') this.#set({ question: { kind: 'name', refused: null, thenClose: false, isCopy: true } })
    else if (way === 'theirs') {
      this.#stopKeeping()
      this.#ports.post({ type: 'load-theirs', document: this.editor.state().document, version: this.#base })
    } else void this.#send(this.#state.name, question.conflict.version, false)
  }

  /** Goes on with the changes that were kept. What somebody stored since is not written over: a save then finds the conflict. */
  restore(): void {
    const { recovered } = this.#state
    if (!recovered) return
    this.#base = recovered.version
    // What was drawn before one saw the offer comes back by undo.
    if (this.editor.state().undo.length > 0) {
      const { document } = this.editor.state()
      this.editor.change(becoming(document, recovered.document), { name: 'Restore', pageId: recovered.document.pages[0]?.id ?? '', selection: [] })
    } else this.editor.load(recovered.document, { isDirty: true })
    this.#set({ recovered: recovered.earlier ?? null })
    this.#ports.post({ type: 'restored' })
  }

  forgetRecovered(): void {
    this.#set({ recovered: this.#state.recovered?.earlier ?? null })
    this.#ports.post({ type: 'discard-recovered' })
  }

  /** Shows what an import could not take over as it was. */
  report(approximations: Loaded['report']): void {
    this.#set({ report: approximations })
  }

  forgetPinned(): void {
    this.#set({ pinned: null })
  }

  forgetReport(): void {
    this.#set({ report: [] })
  }

  /** What the wiki's page says, but for `load`, which begins a session. */
  hear(message: Exclude<HostMessage, { type: 'load' }>): void {
    // An answer to a save that another has taken the place of says nothing any more, but that the version grew.
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
      case 'leave':
        this.close()
        break
      case 'found-pages':
        this.#answer(message.request)?.resolve(message.pages as never)
        break
      case 'found-attachments':
        this.#answer(message.request)?.resolve(message.attachments as never)
        break
      case 'find-failed':
        this.#answer(message.request)?.reject(new Error(message.message))
    }
  }

  findPages(words: string): Promise<FoundPage[]> {
    return this.#ask(request => ({ type: 'find-pages', request, words }))
  }

  /** A page that a link names; null when it is gone or may not be seen. */
  findPage(contentId: string): Promise<FoundPage | null> {
    const known = this.#pages.get(contentId)
    if (known) return known
    const asked = this.#ask<FoundPage[]>(request => ({ type: 'find-page', request, contentId })).then(([page]) => page ?? null)
    this.#pages.set(contentId, asked)
    // What failed may be asked for again.
    asked.catch(() => this.#pages.delete(contentId))
    return asked
  }

  findAttachments(contentId?: string): Promise<FoundAttachment[]> {
    return this.#ask(request => ({ type: 'find-attachments', request, contentId: contentId ?? null }))
  }

  /** Hands over what is not kept yet; for when the tab may go away. */
  readonly keepNow = (): void => {
    const { document } = this.editor.state()
    this.#stopKeeping()
    if (document === this.#kept || !this.editor.state().isDirty) return
    this.#kept = document
    this.#ports.post({ type: 'autosave', document, version: this.#base })
  }

  async #send(name: string, version: number, thenClose: boolean): Promise<void> {
    const { document } = this.editor.state()
    const save = ++this.#saves
    this.#pending = { save, name, document, thenClose }
    this.#set({ saveState: 'saving', problem: null, question: null })
    const { image, html } = await this.#ports.picture(document)
    this.#ports.post({ type: 'save', save, name, version, document: withoutUnusedMedia(document), image, html, thenClose })
  }

  #saved({ name, version, at }: Extract<HostMessage, { type: 'saved' }>): void {
    const saved = this.#pending?.document
    this.#pending = undefined
    this.#base = version
    if (saved) this.editor.saved(saved)
    // What is saved under another name is a diagram that no page is fixed to a version of.
    if (name !== this.#state.name) this.#pinned = null
    const { isDirty } = this.editor.state()
    this.#set({ name, version, pinned: this.#pinned, isNew: false, savedAt: at, problem: null, saveState: isDirty ? 'unsaved' : 'saved' })
    // What was drawn meanwhile is kept as following this version.
    if (isDirty) this.#keepSoon()
  }

  #refused(problem: string): void {
    const { name = '', thenClose = false } = this.#pending ?? {}
    this.#pending = undefined
    this.#set({ saveState: 'unsaved', question: { kind: 'name', refused: { name, problem }, thenClose, isCopy: this.#state.name !== '' } })
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
    if (isDirty && document !== this.#kept) this.#keepSoon()
  }

  #keepSoon(): void {
    const now = this.#ports.now()
    this.#keepSince ??= now
    if (this.#keepTimer !== undefined) this.#ports.clearTimer(this.#keepTimer)
    this.#keepTimer = this.#ports.setTimer(this.keepNow, Math.max(0, Math.min(KEEP_AFTER_MS, this.#keepSince + MOST_KEPT_WAIT_MS - now)))
  }

  #stopKeeping(): void {
    if (this.#keepTimer !== undefined) this.#ports.clearTimer(this.#keepTimer)
    this.#keepTimer = undefined
    this.#keepSince = undefined
  }

  #isClean(): boolean {
    return !this.editor.state().isDirty && !this.#pending
  }

  #ask<Found>(message: (request: number) => FrameMessage): Promise<Found> {
    const request = ++this.#requests
    return new Promise<Found>((resolve, reject) => {
      this.#asked.set(request, { resolve, reject })
      this.#ports.post(message(request))
    })
  }

  #answer(request: number): { resolve: (found: never) => void; reject: (error: Error) => void } | undefined {
    const asked = this.#asked.get(request)
    this.#asked.delete(request)
    return asked
  }

  #set(fields: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...fields }
    for (const listener of this.#listeners) listener()
  }
}
