import type { SharedFile } from '#features/live-editing/web/index.ts'
import type { ResponseOf } from '#platform/contract.ts'
import { messageOf } from '#platform/message-of.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import type { openDiagramEditor } from '../../../contract.ts'
import { blankPage, documentOf } from '#diagrams/model/blank.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { withLinksFrom } from '#diagrams/operations/import-pages.ts'
import type { TemplateCategory } from '../../../names.ts'
import {
  PROTOCOL_VERSION,
  type Conflict,
  type FrameMessage,
  type HostMessage,
  type LinkedDiagram,
  type UnsavedCopy,
  type ThemeName,
} from '../protocol.ts'
import { Others, type OthersPorts } from './others.ts'
import type { UnsavedCopies } from './unsaved-copies.ts'

/** Retry delays of a save without an answer. */
const RETRY_MS = [3_000, 10_000, 30_000, 60_000] as const

/** Time in which the server is to store the last changes, in milliseconds. */
const STORED_MS = 5000

/** The diagram to edit. */
export interface Target {
  /** Page of the attachment. */
  ownerPageId: string
  /** Empty for a new diagram. */
  name: string
  /** The page that shows it; default the attachment's. */
  pageId?: string
  /** Pinned version of the page; absent for the newest. */
  pinned?: number
  /** Older version to begin with, as the user has chosen; a save follows the newest all the same. */
  edited?: number
  /** Initial page within the diagram. */
  diagramPage?: string
  templates?: TemplateCategory | 'all'
}

export type SaveMessage = Extract<FrameMessage, { type: 'save' }>

export interface Saved {
  name: string
  version: number
  /** PNG data URL at scale 1; empty where the browser could not draw it. */
  image: string
}

export interface Renamed {
  from: string
  to: string
}

export interface HostPorts extends OthersPorts {
  /** Loads the stored diagram, bypassing caches when `isFresh`. @throws ApiError */
  open: (options: { isFresh: boolean }) => Promise<ResponseOf<typeof openDiagramEditor>>
  /** @throws ApiError */
  save: (message: SaveMessage) => Promise<{ attachmentId: string; name: string; version: number }>
  /** Renames the stored diagram with all that shows it. @returns its name @throws ApiError */
  rename: (attachmentId: string, name: string) => Promise<string>
  findPages: (words: string) => Promise<{ contentId: string; title: string; spaceName: string }[]>
  /** Null for a deleted or forbidden page. */
  findPage: (contentId: string) => Promise<{ contentId: string; title: string; spaceName: string } | null>
  findAttachments: (contentId: string) => Promise<{ contentId: string; name: string }[]>
  /** @throws ApiError */
  copyPage: (contentId: string, document: DiagramDocument) => Promise<{ name: string; url: string }>
  findDiagrams: (words: string) => Promise<LinkedDiagram[]>
  /** Null for a deleted or forbidden one. */
  findDiagram: (contentId: string) => Promise<LinkedDiagram | null>
  copies: (name: string) => UnsavedCopies
  theme: () => ThemeName
  now: () => number
  setTimer: (run: () => void, ms: number) => unknown
  clearTimer: (timer: unknown) => void
  /** Offers a link to the stored diagram, undefined for a new one; absent where that is not offered. */
  embed?: ((name: string | undefined) => void) | undefined
  /** Asks where a copy goes; absent where it can go nowhere. */
  copy?: ((message: Extract<FrameMessage, { type: 'copy' }>) => void) | undefined
  /** Stores the shared document as the next version. @throws ApiError */
  saveShared: (attachmentId: string, body: { incarnation: string; version: number }) => ReturnType<HostPorts['save']>
  /** Leaves the editor. */
  leave: () => void
  onSaved: (saved: Saved) => void
  onRenamed: (renamed: Renamed) => void
}

/** The wiki's side of an open diagram: loads, saves, retries, and stores unsaved changes on this device. */
export class HostSession {
  readonly #target: Target
  readonly #ports: HostPorts
  /** Storage name of the diagram; changes when a new one is named. */
  #name: string
  /** Of the stored diagram; undefined for a new one. */
  #attachmentId: string | undefined
  readonly #others: Others
  #isDirty = false
  #waiting: SaveMessage | undefined
  #isSending = false
  #retry: unknown
  #tries = 0
  /** Serialises writes of copies, so that a late write never restores a removed one. */
  #storing: Promise<void> = Promise.resolve()
  #isOver = false
  /** Pending navigation, waiting for the user's decision. */
  #leaving: PromiseWithResolvers<boolean> | undefined

  constructor(target: Target, ports: HostPorts) {
    this.#target = target
    this.#ports = ports
    this.#name = target.name
    this.#others = new Others(ports)
  }

  /** The offered copy; retained beside the current one until decided. */
  #offered: UnsavedCopy | undefined
  /** Unsaved copy of this session. */
  #current: UnsavedCopy | undefined

  /** Whether leaving would lose changes. */
  get isDirty(): boolean {
    return this.#isDirty || this.#waiting !== undefined
  }

  receive(message: FrameMessage): void {
    switch (message.type) {
      case 'ready':
        if (message.protocol === PROTOCOL_VERSION) void this.#load({ isFresh: false })
        break
      case 'dirty':
        this.#isDirty = message.isDirty
        // Others may have saved it.
        if (!message.isDirty && this.#others.shared && this.#current) {
          this.#current = undefined
          this.#storeCopies(this.#name)
        }
        break
      case 'autosave': {
        const copy = { document: message.document, version: message.version, at: this.#ports.now() }
        const { shared } = this.#others
        if (message.isShared && shared) void this.#storeSharedCopy(copy, shared)
        else this.#storeCopy(copy)
        break
      }
      case 'shared-update':
        this.#others.shared?.apply(message.update)
        break
      case 'alone':
        this.#others.leave()
        break
      case 'selection':
        this.#others.select({ page: message.page, ids: message.ids })
        break
      case 'discard-recovered':
      case 'restored':
        this.#offered = this.#offered?.earlier
        this.#storeCopies(this.#name)
        break
      case 'save':
        this.#waiting = message
        void this.#send()
        break
      case 'load-theirs':
        this.#storeCopy({ document: message.document, version: message.version, at: this.#ports.now() })
        void this.#storing.then(() => this.#others.discard()).then(() => this.#load({ isFresh: true }))
        break
      case 'reload':
        void this.#load({ isFresh: true })
        break
      case 'close':
        void this.#close(message.discard)
        break
      case 'embed':
        this.#ports.embed?.(this.#attachmentId === undefined ? undefined : this.#name)
        break
      case 'copy':
        this.#ports.copy?.(message)
        break
      case 'stay':
        this.#answerLeaving(false)
        break
      default:
        this.#answer(message)
    }
  }

  /** Answers the frame's requests by their numbers. */
  #answer(message: Extract<FrameMessage, { request: number }>): void {
    switch (message.type) {
      case 'find-pages':
        void this.#find(message.request, this.#ports.findPages(message.words), pages => ({
          type: 'found-pages',
          request: message.request,
          pages,
        }))
        break
      case 'find-page':
        void this.#find(message.request, this.#ports.findPage(message.contentId), page => ({
          type: 'found-pages',
          request: message.request,
          pages: page ? [page] : [],
        }))
        break
      case 'find-attachments':
        void this.#find(
          message.request,
          this.#ports.findAttachments(message.contentId ?? this.#target.ownerPageId),
          attachments => ({ type: 'found-attachments', request: message.request, attachments }),
        )
        break
      case 'copy-page':
        void this.#find(message.request, this.#copyPage(message.contentId, message.document), copied => ({
          type: 'page-copied',
          request: message.request,
          ...copied,
        }))
        break
      case 'find-diagrams':
        void this.#find(message.request, this.#ports.findDiagrams(message.words), diagrams => ({
          type: 'found-diagrams',
          request: message.request,
          diagrams,
        }))
        break
      case 'find-diagram':
        void this.#find(message.request, this.#ports.findDiagram(message.contentId), diagram => ({
          type: 'found-diagrams',
          request: message.request,
          diagrams: diagram ? [diagram] : [],
        }))
        break
      case 'rename':
        void this.#find(message.request, this.#rename(message.name), name => ({
          type: 'renamed',
          request: message.request,
          name,
        }))
    }
  }

  /** Retries now: the network is back, or the user signed in again. */
  readonly retryNow = (): void => {
    if (this.#waiting) void this.#send()
  }

  /** Asks before a navigation that would lose changes. @returns whether to proceed */
  mayLeave(): Promise<boolean> {
    if (!this.isDirty || this.#isOver) return Promise.resolve(true)
    this.#leaving ??= Promise.withResolvers()
    this.#ports.post({ type: 'leave' })
    return this.#leaving.promise
  }

  /** Stops messages and retries. */
  end(): void {
    this.#isOver = true
    this.#others.end()
    this.#answerLeaving(true)
    this.#ports.clearTimer(this.#retry)
  }

  async #load(options: { isFresh: boolean }): Promise<void> {
    const { post, theme } = this.#ports
    // A version that others have saved meanwhile is requested as the newest.
    const edited = options.isFresh ? undefined : this.#target.edited
    try {
      const [{ pageTitle, diagram, mayEdit, isEmbeddable }, stored] = await Promise.all([
        this.#ports.open(options),
        this.#read(),
      ])
      if (this.#isOver) return
      // The server checked it against `model/validate.ts` before it was stored or sent.
      const document = diagram ? (diagram.document as unknown as DiagramDocument) : blankDocument()
      this.#isDirty = false
      this.#name = diagram?.name ?? this.#target.name
      this.#attachmentId = diagram?.attachmentId
      const recovered = mayEdit && stored && !isSame(stored.document, document) ? stored : (stored?.earlier ?? null)
      this.#offered = recovered ?? undefined
      this.#current = undefined
      post({
        type: 'load',
        name: this.#name,
        pageTitle,
        document,
        version: (edited === undefined ? diagram?.version : diagram?.latest) ?? 0,
        edited: edited === diagram?.latest ? null : (edited ?? null),
        pinned: diagram ? (this.#target.pinned ?? null) : null,
        diagramPage: this.#target.diagramPage ?? null,
        isReadOnly: !mayEdit,
        isEmbeddable: isEmbeddable && this.#ports.embed !== undefined,
        canCopy: mayEdit && this.#ports.copy !== undefined,
        theme: theme(),
        templates: diagram ? null : (this.#target.templates ?? null),
        report: diagram?.report ?? [],
        recovered: mayEdit ? recovered : null,
      })
      if (mayEdit) this.#others.follow(this.#attachmentId, { isShared: edited === undefined, isLoaded: true })
    } catch (error) {
      this.#ports.report(error)
    }
  }

  async #send(): Promise<void> {
    const message = this.#waiting
    if (!message || this.#isSending || this.#isOver) return
    this.#isSending = true
    this.#ports.clearTimer(this.#retry)
    try {
      this.#stored(message, await this.#save(message))
    } catch (error) {
      this.#refused(message, error)
    } finally {
      this.#isSending = false
    }
    if (this.#waiting && this.#waiting !== message) void this.#send()
  }

  /** Saves what all users have drawn; where the server does not have all of it, what this frame has. */
  async #save(message: SaveMessage): ReturnType<HostPorts['save']> {
    const { version } = message
    const { shared } = this.#others
    const attachmentId = this.#attachmentId
    const isSame = attachmentId !== undefined && message.name === this.#name && version > 0
    return shared && message.isShared && isSame && (await shared.stored(STORED_MS))
      ? this.#ports.saveShared(attachmentId, { incarnation: shared.incarnation, version })
      : this.#ports.save(message)
  }

  #stored(message: SaveMessage, { attachmentId, name, version }: Awaited<ReturnType<HostPorts['save']>>): void {
    const { post, onSaved, now } = this.#ports
    this.#tries = 0
    this.#current = undefined
    this.#storeCopies(this.#name)
    if (name !== this.#name) {
      this.#forget(name)
      // It belonged to the unnamed diagram.
      this.#offered = undefined
    }
    this.#name = name
    this.#attachmentId = attachmentId
    if (this.#waiting === message) this.#waiting = undefined
    // Changes made during the save are based on it, no conflict.
    else if (this.#waiting && this.#waiting.version === message.version)
      this.#waiting = { ...this.#waiting, name, version }
    post({ type: 'saved', save: message.save, name, version, at: now() })
    this.#others.follow(attachmentId, { isShared: true, isLoaded: false })
    onSaved({ name, version, image: message.image })
    if (message.thenClose && !this.#waiting) void this.#close(false)
  }

  #refused(message: SaveMessage, error: unknown): void {
    const { post, report } = this.#ports
    // Unsaved changes block leaving.
    this.#answerLeaving(false)
    const { save } = message
    if (!(error instanceof ApiError)) {
      report(error)
      this.#drop(message)
      post({ type: 'save-failed', save, message: t('The diagram could not be saved.'), isOffline: false })
      return
    }
    if (mayPass(error)) {
      if (this.#waiting === message) this.#retryLater(error.retryAfter)
      const why =
        error.status === 401
          ? t('Your session has ended. Sign in again in another tab; saving is tried again by itself.')
          : error.message
      post({ type: 'save-failed', save, message: why, isOffline: true })
      return
    }
    this.#drop(message)
    const conflict = error.status === 409 ? conflictOf(error) : undefined
    if (conflict && message.version === 0)
      post({ type: 'name-refused', save, message: t('There is already a diagram with this name on this page.') })
    else if (conflict) post({ type: 'conflict', save, conflict })
    else if (error.status === 400 && message.version === 0 && error.field === 'name') {
      post({ type: 'name-refused', save, message: error.message })
    } else post({ type: 'save-failed', save, message: error.message, isOffline: false })
  }

  #drop(message: SaveMessage): void {
    if (this.#waiting === message) this.#waiting = undefined
  }

  #retryLater(seconds: number | undefined): void {
    const pause = seconds === undefined ? (RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)] ?? 0) : seconds * 1000
    this.#tries++
    this.#retry = this.#ports.setTimer(this.retryNow, pause)
  }

  async #copyPage(contentId: string, document: DiagramDocument): Promise<{ name: string; url: string }> {
    if (contentId === this.#attachmentId) throw new Error(t('This is the diagram itself. Duplicate the page instead.'))
    return this.#ports.copyPage(contentId, withLinksFrom(document, this.#attachmentId))
  }

  async #rename(name: string): Promise<string> {
    const from = this.#name
    if (this.#attachmentId === undefined) throw new Error(t('The diagram is not saved yet.'))
    const to = await this.#ports.rename(this.#attachmentId, name)
    this.#name = to
    this.#forget(from)
    this.#storeCopies(to)
    this.#ports.onRenamed({ from, to })
    return to
  }

  async #close(discard: boolean): Promise<void> {
    if (discard) {
      this.#current = undefined
      this.#storeCopies(this.#name)
    }
    this.#isDirty = false
    this.#waiting = undefined
    await this.#storing
    // Others go on with what is drawn.
    if (discard && this.#others.people.length === 0) await this.#others.discard()
    // Continues the pending navigation, or returns to the previous page.
    if (!this.#answerLeaving(true)) this.#ports.leave()
  }

  #answerLeaving(mayLeave: boolean): boolean {
    const leaving = this.#leaving
    this.#leaving = undefined
    leaving?.resolve(mayLeave)
    return leaving !== undefined
  }

  async #find<Found>(request: number, found: Promise<Found>, answer: (found: Found) => HostMessage): Promise<void> {
    try {
      this.#ports.post(answer(await found))
    } catch (error) {
      this.#ports.post({ type: 'request-failed', request, message: messageOf(error) })
    }
  }

  async #read(): Promise<UnsavedCopy | undefined> {
    try {
      return await this.#ports.copies(this.#name).read()
    } catch (error) {
      // A browser without storage has no copies.
      this.#ports.report(error)
      return undefined
    }
  }

  #storeCopy(copy: UnsavedCopy): void {
    this.#current = copy
    this.#write(this.#name, this.#offered ? { ...copy, earlier: this.#offered } : copy)
  }

  /** Stores a copy, and marks it as shared once the server has all of it. */
  async #storeSharedCopy(copy: UnsavedCopy, shared: SharedFile): Promise<void> {
    const marked = { ...copy, sharedBy: shared.incarnation }
    if (shared.isStored) return this.#storeCopy(marked)
    this.#storeCopy(copy)
    if ((await shared.stored(STORED_MS)) && this.#current === copy) this.#storeCopy(marked)
  }

  /** Stores the current copy, the offered one, both or none. */
  #storeCopies(name: string): void {
    if (this.#current) this.#storeCopy(this.#current)
    else if (this.#offered) this.#write(name, this.#offered)
    else this.#forget(name)
  }

  #write(name: string, copy: UnsavedCopy): void {
    const { copies, report } = this.#ports
    this.#storing = this.#storing.then(() => copies(name).write(shortened(copy))).catch(report)
  }

  #forget(name: string): void {
    const { copies, report } = this.#ports
    this.#storing = this.#storing.then(() => copies(name).forget()).catch(report)
  }
}

/** Whether a retry may succeed: no answer, an expired session, a busy server. */
function mayPass({ status }: ApiError): boolean {
  return status === 0 || status === 401 || status === 429 || status === 502 || status === 503 || status === 504
}

/** Parses the conflict of an answer 409. */
function conflictOf({ answer }: ApiError): Conflict {
  const conflict = answer?.['conflict']
  if (typeof conflict !== 'object' || conflict === null) return { by: null, at: null, version: 0 }
  const { by, at, version } = conflict as { by?: { displayName?: unknown } | null; at?: unknown; version?: unknown }
  return {
    by: typeof by?.displayName === 'string' ? by.displayName : null,
    at: typeof at === 'string' ? at : null,
    version: typeof version === 'number' ? version : 0,
  }
}

/** Maximum of copies of one diagram. */
const MOST_EARLIER = 3

/** Drops the oldest undecided copies. */
function shortened({ earlier, ...copy }: UnsavedCopy, left = MOST_EARLIER - 1): UnsavedCopy {
  return earlier && left > 0 ? { ...copy, earlier: shortened(earlier, left - 1) } : copy
}

function isSame(a: DiagramDocument, b: DiagramDocument): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** An empty diagram. */
function blankDocument(): DiagramDocument {
  const layer = { id: 'l1', name: t('Layer 1'), visible: true, locked: false }
  return documentOf(blankPage({ name: t('Page 1'), layers: [layer] }))
}
