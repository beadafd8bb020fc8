import { applyChange, ChangeError, type Change } from '#diagrams/model/changes.ts'
import { carryOver, differences } from '#diagrams/model/differences.ts'
import type { DiagramDocument, DiagramObject, DiagramPage } from '#diagrams/model/document.ts'
import { mended } from '#diagrams/model/mend.ts'
import type { EditorState, SharedCopy, StepOptions } from './state.ts'

/** ms within which mergeable steps are merged. */
const MERGE_MS = 1000
const MOST_RECENT_SHAPES = 12

/** Identity of a document's content, restored by undo and redo. */
type Version = symbol

interface Step {
  name: string
  /** Net differences that the step made, and those that take them back. */
  made: Change
  inverse: Change
  before: Place
  after: Place
  versionBefore: Version
  versionAfter: Version
  at: number
  canMerge: boolean
}

/** Selection and page; restored by undo. */
interface Place {
  pageId: string
  selection: ReadonlySet<string>
}

/**
 * The store of a diagram. Components read {@link EditorState}, and change the document only by {@link Editor.change}
 * (one step of undo) or, during a pointer action, by {@link Editor.show} and {@link Editor.commit}. Undo is unlimited.
 */
export class Editor {
  #state: EditorState
  readonly #listeners = new Set<() => void>()
  #done: Step[] = []
  #undone: Step[] = []
  /** Document before the last step, with which the next one may be merged; undefined if others have changed it since. */
  #beforeLast: DiagramDocument | undefined
  #shared: SharedCopy | undefined
  #version: Version = Symbol('version')
  #isMerging = false
  /** Null when never saved: a recovered document. */
  #savedVersion: Version | null = this.#version
  /** Versions of earlier documents, for saves that end after further changes. */
  readonly #versions = new WeakMap<DiagramDocument, Version>()
  readonly #now: () => number

  /**
   * @param document a valid one
   * @param now a monotonic clock, ms
   */
  constructor(document: DiagramDocument, options: { pageId?: string; isReadOnly?: boolean; now?: () => number } = {}) {
    const page = document.pages.find(({ id }) => id === options.pageId) ?? firstPage(document)
    this.#versions.set(document, this.#version)
    this.#now = options.now ?? (() => performance.now())
    this.#state = {
      document,
      preview: null,
      pageId: page.id,
      layerId: topLayer(page),
      selection: new Set(),
      camera: { x: 0, y: 0, zoom: 1 },
      tool: { kind: 'select' },
      editing: null,
      undo: [],
      redo: [],
      isDirty: false,
      isReadOnly: options.isReadOnly ?? false,
      recentShapes: [],
    }
  }

  /** The state; referentially stable until it changes, for `useSyncExternalStore`. */
  readonly state = (): EditorState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The document with the preview. */
  get shown(): DiagramDocument {
    return this.#state.preview?.document ?? this.#state.document
  }

  /** The current page with the preview. */
  get page(): DiagramPage {
    return this.shown.pages.find(({ id }) => id === this.#state.pageId) ?? firstPage(this.shown)
  }

  /** Selected objects with the preview, unordered. */
  get selected(): DiagramObject[] {
    const { objects } = this.page
    return [...this.#state.selection].flatMap(id => objects[id] ?? [])
  }

  /** Sets state outside the document: selection, camera, tool, editing, layer. */
  set(fields: Partial<Pick<EditorState, 'camera' | 'tool' | 'editing' | 'layerId' | 'isReadOnly'>>): void {
    this.#publish(fields)
  }

  select(ids: Iterable<string>): void {
    const selection = new Set(ids)
    const { selection: before } = this.#state
    if (selection.size === before.size && selection.isSubsetOf(before)) return
    this.#publish({ selection })
  }

  /** Switches the page and clears the selection. */
  goTo(pageId: string): void {
    const page = this.#state.document.pages.find(({ id }) => id === pageId)
    if (!page || pageId === this.#state.pageId) return
    this.cancel()
    this.#publish({ pageId, layerId: topLayer(page), selection: new Set(), editing: null })
  }

  /**
   * Changes the document in one step of undo, dropping a preview.
   * @returns false for no change or a read-only diagram
   * @throws ChangeError for missing objects
   */
  change(change: Change, options: StepOptions): boolean {
    if (this.#state.isReadOnly || isNothing(change)) return false
    const old = this.#state.document
    const document = this.#written(this.#applied(change))
    const before = this.#place()
    const after: Place = {
      pageId: options.pageId ?? before.pageId,
      selection: options.selection ? new Set(options.selection) : before.selection,
    }
    const versionAfter: Version = Symbol('version')
    this.#record(old, document, {
      name: options.name,
      before,
      after,
      versionBefore: this.#version,
      versionAfter,
      at: this.#now(),
      canMerge: options.merge ?? this.#isMerging,
    })
    this.#undone = []
    this.#apply(document, versionAfter, after)
    return true
  }

  /** Runs an action whose step merges with the previous one of its name, as by `merge`. */
  merging(action: () => void): void {
    this.#isMerging = true
    try {
      action()
    } finally {
      this.#isMerging = false
    }
  }

  /** Previews a change, replacing the last preview. */
  show(change: Change): void {
    if (this.#state.isReadOnly) return
    this.#publish({ preview: { change, document: this.#applied(change) } })
  }

  /** Commits the preview as a step. */
  commit(options: StepOptions): boolean {
    const { preview } = this.#state
    if (!preview) return false
    const isDone = this.change(preview.change, options)
    // Without a net change there is no step.
    if (!isDone) this.cancel()
    return isDone
  }

  /**
   * Lets others take part: their changes come by {@link merge}, and this editor's go to the copy. The document is dirty
   * as long as the copy is not saved.
   * @param shared undefined ends it
   */
  share(shared: SharedCopy | undefined): void {
    this.#shared = shared
    if (shared) this.merge(shared.document)
    else this.#publish({ isDirty: this.#isDirty })
  }

  /** Shows the document as others have changed it. The steps of this user stay. */
  merge(document: DiagramDocument): void {
    if (document === this.#state.document) return this.#publish({ isDirty: this.#isDirty })
    this.#beforeLast = undefined
    const { preview, editing } = this.#state
    this.#apply(document, Symbol('version'), this.#place())
    const { objects } = this.page
    if (editing && !Object.hasOwn(objects, editing.objectId)) this.set({ editing: null })
    if (preview) this.show(preview.change)
  }

  /** Drops the preview. */
  cancel(): void {
    if (this.#state.preview) this.#publish({ preview: null })
  }

  /** @returns whether there was a step */
  undo(): boolean {
    return this.#turn(this.#done, this.#undone, 'before')
  }

  /** @returns whether there was a step */
  redo(): boolean {
    return this.#turn(this.#undone, this.#done, 'after')
  }

  /** Marks an earlier {@link state}'s document as saved; also reached by undo and redo. */
  saved(document: DiagramDocument): void {
    this.#savedVersion = this.#versions.get(document) ?? null
    this.#publish({ isDirty: this.#isDirty })
  }

  /** Replaces the document, loaded or recovered, and clears the undo history. */
  load(document: DiagramDocument, options: { isDirty?: boolean } = {}): void {
    const page = document.pages.find(({ id }) => id === this.#state.pageId) ?? firstPage(document)
    this.#done = []
    this.#undone = []
    this.#version = Symbol('version')
    this.#versions.set(document, this.#version)
    this.#savedVersion = options.isDirty ? null : this.#version
    this.#publish({
      document,
      preview: null,
      editing: null,
      pageId: page.id,
      layerId: topLayer(page),
      selection: new Set(),
      undo: [],
      redo: [],
      isDirty: this.#isDirty,
    })
  }

  /** Moves a shape to the front of the recent ones. */
  used(shape: string): void {
    this.#publish({
      recentShapes: [shape, ...this.#state.recentShapes.filter(id => id !== shape)].slice(0, MOST_RECENT_SHAPES),
    })
  }

  #place(): Place {
    return { pageId: this.#state.pageId, selection: this.#state.selection }
  }

  get #isDirty(): boolean {
    return this.#shared ? !this.#shared.isSaved : this.#version !== this.#savedVersion
  }

  /** The document with a change; where others may have removed what it is about, without those parts. */
  #applied(change: Change): DiagramDocument {
    const { document } = this.#state
    try {
      return applyChange(document, change).document
    } catch (error) {
      if (!this.#shared || !(error instanceof ChangeError)) throw error
      return carryOver(document, change)
    }
  }

  /** Gives a changed document to the others. @returns it as it is then */
  #written(document: DiagramDocument): DiagramDocument {
    return this.#shared ? this.#shared.write(document) : document
  }

  #record(before: DiagramDocument, after: DiagramDocument, made: Omit<Step, 'made' | 'inverse'>): void {
    const step: Step = { ...made, made: differences(before, after), inverse: differences(after, before) }
    const first = this.#beforeLast
    this.#beforeLast = before
    const last = this.#done.at(-1)
    const isSame =
      last &&
      first &&
      last.canMerge &&
      step.canMerge &&
      last.name === step.name &&
      step.at - last.at < MERGE_MS &&
      this.#undone.length === 0
    if (!isSame) this.#done.push(step)
    else {
      this.#beforeLast = first
      this.#done[this.#done.length - 1] = {
        ...step,
        made: differences(first, after),
        inverse: differences(after, first),
        before: last.before,
        versionBefore: last.versionBefore,
      }
    }
  }

  #turn(from: Step[], to: Step[], side: 'before' | 'after'): boolean {
    const step = from.at(-1)
    if (!step || this.#state.isReadOnly) return false
    const { document: old } = this.#state
    // Restored parts may refer to some that others have removed, also where sharing has ended since.
    const document = this.#written(mended(carryOver(old, step.inverse, step.made)))
    from.pop()
    to.push({ ...step, made: differences(old, document), inverse: differences(document, old), canMerge: false })
    this.#beforeLast = undefined
    this.#apply(document, side === 'before' ? step.versionBefore : step.versionAfter, step[side])
    return true
  }

  #apply(document: DiagramDocument, version: Version, { pageId, selection }: Place): void {
    this.#version = version
    this.#versions.set(document, version)
    const page = document.pages.find(({ id }) => id === pageId) ?? firstPage(document)
    const { layerId } = this.#state
    this.#publish({
      document,
      preview: null,
      pageId: page.id,
      layerId: page.layers.some(({ id }) => id === layerId) ? layerId : topLayer(page),
      selection: new Set([...selection].filter(id => Object.hasOwn(page.objects, id))),
      undo: this.#done.map(({ name }) => name),
      redo: this.#undone.map(({ name }) => name),
      isDirty: this.#isDirty,
    })
  }

  #publish(fields: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...fields }
    for (const listener of this.#listeners) listener()
  }
}

function isNothing(change: Change): boolean {
  return change.type === 'all' && change.changes.every(isNothing)
}

function firstPage(document: DiagramDocument): DiagramPage {
  const page = document.pages[0]
  if (!page) throw new ChangeError('A document has at least one page.')
  return page
}

/** Default layer of new objects: the topmost drawable one. */
function topLayer(page: DiagramPage): string {
  const layer = page.layers.findLast(({ visible, locked }) => visible && !locked) ?? page.layers.at(-1)
  return layer?.id ?? ''
}
