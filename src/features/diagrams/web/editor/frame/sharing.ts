/** The frame's copy of a diagram that is edited together. Yjs is loaded with it. */
import * as Y from 'yjs'
import { LiveDiagram } from '#diagrams/live/live-diagram.ts'
import { isSaved, savedVersion, type SavedVersion } from '#diagrams/live/saved.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import type { SharedCopy } from '../store/state.ts'

/** Origin of changes of other users. */
const OTHERS = Symbol('others')

export class SharedDiagram implements SharedCopy {
  readonly #live: LiveDiagram

  /**
   * @param state the shared document as one update
   * @param send passes the changes of this user on
   */
  constructor(state: Uint8Array, send: (update: Uint8Array) => void) {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, state, OTHERS)
    this.#live = new LiveDiagram(doc)
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== OTHERS) send(update)
    })
  }

  get document(): DiagramDocument {
    return this.#live.document
  }

  get isSaved(): boolean {
    return isSaved(this.#live.doc)
  }

  /** The last version. */
  get saved(): SavedVersion | undefined {
    return savedVersion(this.#live.doc)
  }

  readonly write = (document: DiagramDocument): DiagramDocument => this.#live.write(document)

  /** Takes changes of other users. */
  receive(update: Uint8Array): void {
    Y.applyUpdate(this.#live.doc, update, OTHERS)
  }
}
