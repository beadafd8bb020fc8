import { applyChange, ChangeError, compose, type Change } from '#diagrams/model/changes.ts'
import type { DiagramDocument, DiagramObject, DiagramPage } from '#diagrams/model/document.ts'
import type { EditorState, StepOptions } from './state.ts'

/** Steps that follow each other within so many ms are merged where they ask for it. */
const MERGE_MS = 1000
const MOST_RECENT_SHAPES = 12

/** Stands for one content of the document: undone and done again, it is the same one. */
type Version = symbol

interface Step {
  name: string
  /** Leads back to the state before. */
  inverse: Change
  before: Place
  after: Place
  versionBefore: Version
  versionAfter: Version
  at: number
  canMerge: boolean
}

/** What is selected where; comes back with a step that is undone. */
interface Place {
  pageId: string
  selection: ReadonlySet<string>
}

/**
 * The one place where a diagram is changed. Its parts read {@link EditorState}, and change the document only by
 * {@link Editor.change} (one step of undo) or, while a pointer is down, by {@link Editor.show} and then
 * {@link Editor.commit}. Undo has no limit.
 */
export class Editor {
  #state: EditorState
  readonly #listeners = new Set<() => void>()
  #done: Step[] = []
  #undone: Step[] = []
  #version: Version = Symbol('version')
  #isMerging = false
  /** None when nothing like it was ever saved: a document that was recovered. */
  #savedVersion: Version | null = this.#version
  /** Versions of the documents that were current, for saves that end after further changes. */
  readonly #versions = new WeakMap<DiagramDocument, Version>()
  readonly #now: () => number

  /**
   * @param document a valid one
   * @param now milliseconds that only grow; the page's clock when absent
   */
  constructor(document: DiagramDocument, options: { pageId?: string; isReadOnly?: boolean; now?: () => number } = {}) {
    const page = document.pages.find(({ id }) => id === options.pageId) ?? firstPage(document)
    this.#versions.set(document, this.#version)
    this.#now = options.now ?? (() => performance.now())
    this.#state = {
      document, preview: null, pageId: page.id, layerId: topLayer(page), selection: new Set(), camera: { x: 0, y: 0, zoom: 1 },
      tool: { kind: 'select' }, editing: null, undo: [], redo: [], isDirty: false, isReadOnly: options.isReadOnly ?? false, recentShapes: [],
    }
  }

  /** The state now; the same object until something changes, as `useSyncExternalStore` asks. */
  readonly state = (): EditorState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The document as it is seen: with the step that is under way. */
  get shown(): DiagramDocument {
    return this.#state.preview?.document ?? this.#state.document
  }

  /** The page that is drawn on, as it is seen. */
  get page(): DiagramPage {
    return this.shown.pages.find(({ id }) => id === this.#state.pageId) ?? firstPage(this.shown)
  }

  /** Selected objects of the page as they are seen, in no order; what is gone is left out. */
  get selected(): DiagramObject[] {
    const { objects } = this.page
    return [...this.#state.selection].flatMap(id => objects[id] ?? [])
  }

  /** Sets what is not the document: selection, camera, tool, text under way, layer. */
  set(fields: Partial<Pick<EditorState, 'camera' | 'tool' | 'editing' | 'layerId' | 'isReadOnly'>>): void {
    this.#publish(fields)
  }

  select(ids: Iterable<string>): void {
    const selection = new Set(ids)
    const { selection: before } = this.#state
    if (selection.size === before.size && selection.isSubsetOf(before)) return
    this.#publish({ selection })
  }

  /** Draws on another page of the document; nothing is selected there. */
  goTo(pageId: string): void {
    const page = this.#state.document.pages.find(({ id }) => id === pageId)
    if (!page || pageId === this.#state.pageId) return
    this.cancel()
    this.#publish({ pageId, layerId: topLayer(page), selection: new Set(), editing: null })
  }

  /**
   * Changes the document in one step of undo. What was under way and not committed is dropped.
   * @returns whether it was changed; a read-only diagram never is
   * @throws ChangeError when the change names what is not there
   */
  change(change: Change, options: StepOptions): boolean {
    if (this.#state.isReadOnly || isNothing(change)) return false
    const { document, inverse } = applyChange(this.#state.document, change)
    const before = this.#place()
    const after: Place = { pageId: options.pageId ?? before.pageId, selection: options.selection ? new Set(options.selection) : before.selection }
    const versionAfter: Version = Symbol('version')
    this.#record({ name: options.name, inverse, before, after, versionBefore: this.#version, versionAfter, at: this.#now(), canMerge: options.merge ?? this.#isMerging })
    this.#undone = []
    this.#become(document, versionAfter, after)
    return true
  }

  /** Does something whose step is merged with one of its name just before, as by `merge`. */
  merging(deed: () => void): void {
    this.#isMerging = true
    try {
      deed()
    } finally {
      this.#isMerging = false
    }
  }

  /** Shows a change of the document as it would be, in place of what was shown before. */
  show(change: Change): void {
    if (this.#state.isReadOnly) return
    this.#publish({ preview: { change, document: applyChange(this.#state.document, change).document } })
  }

  /** Makes what is shown a step. */
  commit(options: StepOptions): boolean {
    const { preview } = this.#state
    if (!preview) return false
    const isDone = this.change(preview.change, options)
    // What came back to where it was is no step, and no longer under way.
    if (!isDone) this.cancel()
    return isDone
  }

  /** Drops what is shown. */
  cancel(): void {
    if (this.#state.preview) this.#publish({ preview: null })
  }

  /** Takes the last step back. @returns whether there was one */
  undo(): boolean {
    return this.#turn(this.#done, this.#undone, 'before')
  }

  /** Does the step again that was last taken back. @returns whether there was one */
  redo(): boolean {
    return this.#turn(this.#undone, this.#done, 'after')
  }

  /** The document is stored as it was at `document`, one that {@link state} once gave; undo and redo lead back to it. */
  saved(document: DiagramDocument): void {
    this.#savedVersion = this.#versions.get(document) ?? null
    this.#publish({ isDirty: this.#version !== this.#savedVersion })
  }

  /** Begins anew with another document: loaded again, or recovered; nothing can be undone. */
  load(document: DiagramDocument, options: { isDirty?: boolean } = {}): void {
    const page = document.pages.find(({ id }) => id === this.#state.pageId) ?? firstPage(document)
    this.#done = []
    this.#undone = []
    this.#version = Symbol('version')
    this.#versions.set(document, this.#version)
    this.#savedVersion = options.isDirty ? null : this.#version
    this.#publish({ document, preview: null, editing: null, pageId: page.id, layerId: topLayer(page), selection: new Set(), undo: [], redo: [], isDirty: options.isDirty ?? false })
  }

  /** Puts a shape first among those used last. */
  used(shape: string): void {
    this.#publish({ recentShapes: [shape, ...this.#state.recentShapes.filter(id => id !== shape)].slice(0, MOST_RECENT_SHAPES) })
  }

  #place(): Place {
    return { pageId: this.#state.pageId, selection: this.#state.selection }
  }

  #record(step: Step): void {
    const last = this.#done.at(-1)
    const isSame = last && last.canMerge && step.canMerge && last.name === step.name && step.at - last.at < MERGE_MS && this.#undone.length === 0
    if (!isSame) this.#done.push(step)
    else this.#done[this.#done.length - 1] = { ...step, inverse: compose(step.inverse, last.inverse), before: last.before, versionBefore: last.versionBefore }
  }

  #turn(from: Step[], to: Step[], side: 'before' | 'after'): boolean {
    const step = from.at(-1)
    if (!step || this.#state.isReadOnly) return false
    const { document, inverse } = applyChange(this.#state.document, step.inverse)
    from.pop()
    to.push({ ...step, inverse, canMerge: false })
    this.#become(document, side === 'before' ? step.versionBefore : step.versionAfter, step[side])
    return true
  }

  #become(document: DiagramDocument, version: Version, { pageId, selection }: Place): void {
    this.#version = version
    this.#versions.set(document, version)
    const page = document.pages.find(({ id }) => id === pageId) ?? firstPage(document)
    const { layerId } = this.#state
    this.#publish({
      document, preview: null, pageId: page.id,
      layerId: page.layers.some(({ id }) => id === layerId) ? layerId : topLayer(page),
      selection: new Set([...selection].filter(id => Object.hasOwn(page.objects, id))),
      undo: this.#done.map(({ name }) => name), redo: this.#undone.map(({ name }) => name),
      isDirty: version !== this.#savedVersion,
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

/** New objects go above the others, where one may draw. */
function topLayer(page: DiagramPage): string {
  const layer = page.layers.findLast(({ visible, locked }) => visible && !locked) ?? page.layers.at(-1)
  return layer?.id ?? ''
}
