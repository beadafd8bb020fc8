/** The frame's copy of a diagram that is edited together. Yjs is loaded with it. */
import * as Y from 'yjs'
import { LiveDiagram } from '#diagrams/live/live-diagram.ts'
import { isSaved, savedVersion, type SavedVersion } from '#diagrams/live/saved.ts'
import { differences, stepsOf } from '#diagrams/model/differences.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import type { SharedCopy } from '../store/state.ts'

/** Origin of changes of other users. */
const OTHERS = Symbol('others')

/** A version of the diagram that the frame knows. */
interface KnownVersion {
  version: number
  document: DiagramDocument
}

export class SharedDiagram implements SharedCopy {
  readonly #live: LiveDiagram
  #known: KnownVersion
  /** The last answer about a document. */
  #compared: { document: DiagramDocument; known: KnownVersion; isEqual: boolean } | undefined

  /**
   * @param state the shared document as one update
   * @param known the version that was loaded or saved last
   * @param send passes the changes of this user on
   */
  constructor(state: Uint8Array, known: KnownVersion, send: (update: Uint8Array) => void) {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, state, OTHERS)
    this.#known = known
    this.#live = new LiveDiagram(doc, known.document)
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== OTHERS) send(update)
    })
  }

  get document(): DiagramDocument {
    return this.#live.document
  }

  /** Whether the last version has all changes, or all later changes were undone. */
  get isSaved(): boolean {
    const { document } = this
    const { version } = this.saved ?? { version: 0 }
    if (isSaved(this.#live.doc)) {
      if (document !== this.#known.document || version !== this.#known.version) this.#known = { version, document }
      return true
    }
    return version === this.#known.version && this.#isKnown(document)
  }

  /** The last version. */
  get saved(): SavedVersion | undefined {
    return savedVersion(this.#live.doc)
  }

  readonly write = (document: DiagramDocument): DiagramDocument => this.#live.write(document)

  #isKnown(document: DiagramDocument): boolean {
    const known = this.#known
    if (this.#compared?.document !== document || this.#compared.known !== known)
      this.#compared = { document, known, isEqual: stepsOf(differences(known.document, document)).length === 0 }
    return this.#compared.isEqual
  }

  /** Takes changes of other users. */
  receive(update: Uint8Array): void {
    Y.applyUpdate(this.#live.doc, update, OTHERS)
  }
}
