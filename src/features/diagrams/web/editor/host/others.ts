import type {
  FileSharing,
  LiveSelection,
  OthersSelection,
  SharedFile,
  SharedFileEvents,
} from '#features/live-editing/web/index.ts'
import type { HostMessage, Person } from '../protocol.ts'

/** Calls of {@link OthersPorts.share}, with people as the frame shows them. */
export interface SharingEvents extends Omit<SharedFileEvents, 'present'> {
  present: (people: readonly Person[], selections: readonly OthersSelection[]) => void
}

/** The diagram whose other editors are known. */
interface Followed extends FileSharing {
  attachmentId: string
  people: readonly Person[]
  selections: readonly OthersSelection[]
  /** Undefined where the diagram is not edited together. */
  shared: SharedFile | undefined
}

/** Services of {@link Others}. */
export interface OthersPorts {
  post: (message: HostMessage) => void
  /** Connects to the others who have the diagram open, until it is ended. */
  share: (attachmentId: string, events: SharingEvents) => FileSharing
  /** Drops the shared document. @throws ApiError */
  discardShared: (attachmentId: string) => Promise<void>
  report: (error: unknown) => void
}

/** The others who have the diagram open, and the shared document that they change with this user. */
export class Others {
  readonly #ports: OthersPorts
  #followed: Followed | undefined

  constructor(ports: OthersPorts) {
    this.#ports = ports
  }

  /** Undefined while the diagram is edited alone. */
  get shared(): SharedFile | undefined {
    return this.#followed?.shared
  }

  get people(): readonly Person[] {
    return this.#followed?.people ?? []
  }

  select(selection: LiveSelection): void {
    this.#followed?.select(selection)
  }

  /**
   * Lets the frame know who else has the stored diagram open, and edits it together with them.
   * @param attachmentId undefined for a new diagram
   * @param how.isShared false for an older version, which is edited alone
   * @param how.isLoaded the frame has loaded the diagram, and knows nothing of the others yet
   */
  follow(attachmentId: string | undefined, { isShared, isLoaded }: { isShared: boolean; isLoaded: boolean }): void {
    const { post, share } = this.#ports
    const known = this.#followed
    if (known && attachmentId === known.attachmentId && (known.shared || !isLoaded)) {
      if (!isLoaded) return
      post({ type: 'people', people: known.people, selections: known.selections })
      if (known.shared) post({ type: 'shared', incarnation: known.shared.incarnation, state: known.shared.state })
      return
    }
    this.end()
    if (attachmentId === undefined) return
    const isCurrent = () => this.#followed === followed
    const followed: Followed = {
      attachmentId,
      people: [],
      selections: [],
      shared: undefined,
      ...share(attachmentId, {
        opened: shared => {
          if (!isShared || !isCurrent()) return
          followed.shared = shared
          post({ type: 'shared', incarnation: shared.incarnation, state: shared.state })
        },
        updated: update => {
          if (followed.shared && isCurrent()) post({ type: 'shared-update', update })
        },
        present: (people, selections) => {
          Object.assign(followed, { people, selections })
          if (isCurrent()) post({ type: 'people', people, selections })
        },
        connected: isOnline => {
          if (followed.shared && isCurrent()) post({ type: 'connection', isOnline })
        },
        beside: by => {
          if (followed.shared && isCurrent()) post({ type: 'saved-beside', by })
        },
        ended: (isReplaced, reason) => {
          if (isCurrent()) this.#ended(followed, isReplaced, reason)
        },
      }),
    }
    this.#followed = followed
  }

  /** Edits the diagram alone from now on; the others stay known. */
  leave(): void {
    if (!this.#followed) return
    this.#followed.shared = undefined
    this.#followed.select(null)
  }

  /** Drops the shared document with the changes of all users: the next one is made of the newest version. */
  async discard(): Promise<void> {
    const followed = this.#followed
    if (!followed?.shared) return
    this.end()
    try {
      await this.#ports.discardShared(followed.attachmentId)
    } catch (error) {
      this.#ports.report(error)
    }
  }

  end(): void {
    const followed = this.#followed
    this.#followed = undefined
    followed?.end()
  }

  #ended({ shared }: Followed, isReplaced: boolean, reason: string): void {
    const { post } = this.#ports
    this.end()
    post({ type: 'people', people: [], selections: [] })
    if (!shared) return
    if (isReplaced) post({ type: 'shared-replaced' })
    else post({ type: 'shared-ended', reason })
  }
}
