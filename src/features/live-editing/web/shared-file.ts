/** The connection of an editor to the shared document of a file, which another window holds a copy of. */
import * as Y from 'yjs'
import { CLOSED, type LiveSelection } from '../shared.ts'
import type { PresentPerson } from './people.ts'
import { LiveProvider } from './provider.ts'
import { refusalOf } from './refusals.ts'

/** Origin of updates of the copy. */
const COPY = Symbol('copy')

/** Selected parts of another user. */
export interface OthersSelection extends LiveSelection {
  name: string
  colour: number
}

/** Calls of {@link shareFile}. */
export interface SharedFileEvents {
  /** The document is there. Not called for files that are not edited together. */
  opened: (file: SharedFile) => void
  /** An update that is not of the copy. */
  updated: (update: Uint8Array) => void
  /** Others who have the file open, and what they have selected. */
  present: (people: readonly PresentPerson[], selections: readonly OthersSelection[]) => void
  /** Whether the connection is open; after {@link SharedFileEvents.opened}. */
  connected: (isOnline: boolean) => void
  /** A version was stored beside the document. @param by display name */
  beside: (by: string) => void
  /** The connection has ended for good. @param isReplaced the document was made anew @param reason in words */
  ended: (isReplaced: boolean, reason: string) => void
}

/** The shared document of a file. */
export interface SharedFile {
  readonly incarnation: string
  /** All of it, as one update. */
  readonly state: Uint8Array
  /** Whether the server has stored all changes. */
  readonly isStored: boolean
  /** Takes an update of the copy. */
  apply: (update: Uint8Array) => void
  /** Resolves with {@link isStored} as soon as it is true, at the latest after some milliseconds. */
  stored: (milliseconds: number) => Promise<boolean>
}

/** A connection to the others who have a file open. */
export interface FileSharing {
  select: (selection: LiveSelection | null) => void
  end: () => void
}

/** Connects to a file, and calls back until it is ended. */
export function shareFile(
  contentId: string,
  { opened, updated, present, connected, beside, ended }: SharedFileEvents,
): FileSharing {
  const provider = new LiveProvider(contentId)
  let isOpen = false
  let isEnded = false
  let shown = ''
  let isOnline = true
  let { notice } = provider.state
  const file: SharedFile = {
    get incarnation() {
      return provider.incarnation
    },
    get state() {
      return Y.encodeStateAsUpdate(provider.doc)
    },
    get isStored() {
      return provider.isStored
    },
    apply: update => Y.applyUpdate(provider.doc, update, COPY),
    stored: milliseconds => provider.until(() => provider.isStored, milliseconds),
  }
  provider.doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (isOpen && origin !== COPY) updated(update)
  })
  const changed = () => {
    if (isEnded) return
    if (!isOpen && provider.isSynced && provider.incarnation !== '') {
      isOpen = true
      opened(file)
    }
    const { people, others, connection } = provider
    const selections = others.flatMap(({ user, selection }) =>
      user && selection ? { name: user.name, colour: user.colour, ...selection } : [],
    )
    const now = JSON.stringify([people, selections])
    if (now !== shown) {
      shown = now
      present(people, selections)
    }
    if (isOpen && isOnline !== (connection.kind === 'online')) {
      isOnline = !isOnline
      connected(isOnline)
    }
    if (notice !== provider.state.notice) {
      ;({ notice } = provider.state)
      if (notice?.kind === 'beside') beside(notice.by)
    }
    if (connection.kind !== 'refused') return
    isEnded = true
    ended(connection.code === CLOSED.replaced, refusalOf(connection.code))
  }
  const unsubscribe = provider.subscribe(changed)
  return {
    select: selection => provider.awareness.setLocalStateField('selection', selection),
    end() {
      isEnded = true
      unsubscribe()
      provider.destroy()
    },
  }
}
