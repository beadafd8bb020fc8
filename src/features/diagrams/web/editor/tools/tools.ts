/**
 * Pointer actions as a state machine: each state handles moves, release and cancellation, and returns the next state.
 * Independent of the DOM.
 */
import { ChangeError } from '#diagrams/model/changes.ts'
import type { Paragraph, Point, TextRun } from '#diagrams/model/document.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { panBy, toPage } from '../scene/camera.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Target } from './connect.ts'
import type { Guide } from './snap.ts'

/** Pointer position and modifier keys. */
export interface Pointer {
  /** px from the canvas's corner. */
  screen: Point
  page: Point
  shift: boolean
  alt: boolean
  /** Ctrl, or Command on a Mac. */
  ctrl: boolean
  isTouch: boolean
}

/** Fields of runs and paragraphs; false removes a mark. */
export type TextFields = Partial<
  Pick<TextRun, 'font' | 'size' | 'colour' | 'background'> &
    Record<'bold' | 'italic' | 'underline' | 'strike', boolean> & { align: Paragraph['align'] }
>

export type StateName =
  | 'idle'
  | 'pressed'
  | 'dragging'
  | 'resizing'
  | 'rotating'
  | 'shaping'
  | 'marquee'
  | 'connecting'
  | 'offering'
  | 'sliding'
  | 'bending'
  | 'panning'
  | 'placing'

/** A state; each handler returns the next one, or undefined to stay. */
export interface State {
  readonly name: StateName
  readonly cursor?: string
  /** The viewport scrolls at its edges. */
  readonly scrolls?: boolean
  move?: (pointer: Pointer) => State | undefined
  up?: (pointer: Pointer) => State | undefined
  /** Escape, a second finger, or a cancelled pointer. */
  cancel?: () => void
}

/** Overlay state of the canvas. */
export interface Hints {
  state: StateName
  cursor: string
  /** Hovered object. */
  hover: string | null
  /** Target of the connector being drawn. */
  target: Target | null
  /** Container under a drag. */
  drop: string | null
  guides: readonly Guide[]
  /** On the page. */
  marquee: Rect | null
  /** Size or angle during a change, at a page position. */
  readout: { text: string; at: Point } | null
  /** Current handle of keys, by its {@link handleKey}. */
  grip: string | null
  /** Shapes offered below or above a page position. */
  offer: { at: Point; isAbove: boolean; label: string; shapes: readonly string[] } | null
}

export interface Notice {
  kind: 'warning' | 'success'
  text: string
}

const NOTHING: Omit<Hints, 'state' | 'cursor'> = {
  hover: null,
  target: null,
  drop: null,
  guides: [],
  marquee: null,
  readout: null,
  grip: null,
  offer: null,
}
/** Autoscroll: edge distance and speed, px. */
const EDGE = 28
const EDGE_SPEED = 14

export class Tools {
  readonly editor: EditorContext
  readonly #start: (tools: Tools) => State & IdleHandlers
  #idle: State & IdleHandlers
  #state: State
  #hints: Hints
  #last: Pointer | null = null
  #message = ''
  #notice: Notice | null = null
  readonly #listeners = new Set<() => void>()
  /** Commits text editing; set by the text editor while shown. */
  finishText: (() => void) | null = null
  /** Formats the edited text or its selection; set while editing. */
  formatText: ((fields: TextFields) => void) | null = null
  /** Focuses the canvas; set while it is shown. */
  takeFocus: (() => void) | null = null
  /** Takes an offered shape, or null for none; set during an offer. */
  takeOffer: ((shape: string | null) => void) | null = null
  /** Shows what an offered shape would do; set during an offer. */
  showOffered: ((shape: string) => void) | null = null
  /** Escape was pressed without a selection: the next Tab leaves the canvas. */
  isLeaving = false
  /** Mouse or pen position over the canvas, px of the screen; null elsewhere, and for touch. */
  over: Point | null = null
  /** Page position of the context menu, for pasting. */
  menuAt: Point | null = null
  /** The last press was a finger's: no keyboard shall open on the screen. */
  isTouched = false
  /** Space is held: the pointer pans. */
  isPanHeld = false

  constructor(editor: EditorContext, idle: (tools: Tools) => State & IdleHandlers) {
    this.editor = editor
    this.#start = idle
    this.#idle = idle(this)
    this.#state = this.#idle
    this.#hints = { ...NOTHING, state: 'idle', cursor: 'default' }
  }

  readonly hints = (): Hints => this.#hints
  /** Last announcement, for a live region. */
  readonly message = (): string => this.#message
  /** Last notice of a failure or an invisible action; a new object each time. */
  readonly notice = (): Notice | null => this.#notice

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get state(): StateName {
    return this.#state.name
  }

  /** Last pointer, or null. */
  get pointer(): Pointer | null {
    return this.#last
  }

  /** Merges into the shown hints. */
  hint(fields: Partial<Omit<Hints, 'state'>>): void {
    const keys = Object.keys(fields) as (keyof typeof fields)[]
    if (keys.every(key => this.#hints[key] === fields[key])) return
    this.#publish({ ...this.#hints, ...fields })
  }

  /** Announces to screen readers. */
  say(message: string): void {
    // Repeated text is only announced when it differs.
    this.#message = message === this.#message ? `${message}\u00a0` : message
    this.#emit()
  }

  /** Reports a failure. */
  warn(text: string): void {
    this.#notice = { kind: 'warning', text }
    this.#emit()
  }

  /** Reports an invisible action. */
  confirm(text: string): void {
    this.#notice = { kind: 'success', text }
    this.#emit()
  }

  /**
   * Runs an action that the diagram may refuse: too many objects, groups too deep; then reports the reason.
   * @returns its result; undefined when refused
   */
  attempt<Result>(action: () => Result): Result | undefined {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof ChangeError)) throw error
      this.editor.cancel()
      this.warn(error.message)
      return undefined
    }
  }

  /** @param button 0 the main one, 1 the wheel */
  down(pointer: Pointer, button = 0): void {
    this.#last = pointer
    this.finishText?.()
    this.takeOffer?.(null)
    if (this.#state !== this.#idle) this.cancel()
    this.#go(this.attempt(() => this.#idle.down(pointer, button)))
  }

  move(pointer: Pointer): void {
    this.#last = pointer
    const before = this.#state
    this.#go(this.attempt(() => before.move?.(pointer)))
    // A state started by a move handles that move too.
    if (this.#state !== before && this.#state !== this.#idle) this.#go(this.attempt(() => this.#state.move?.(pointer)))
  }

  up(pointer: Pointer): void {
    this.#last = pointer
    const state = this.#state
    const done = this.attempt(() => ({ next: state.up?.(pointer) }))
    // A refused action ends all the same.
    this.#go(done ? done.next : this.#idle)
  }

  doubleClick(pointer: Pointer): void {
    if (this.#state === this.#idle) this.#idle.doubleClick(pointer)
  }

  /** The pointer left the canvas. */
  leave(): void {
    if (this.#state === this.#idle) this.hint({ hover: null, target: null })
  }

  /** A modifier key changed. */
  keys(keys: Pick<Pointer, 'shift' | 'alt' | 'ctrl'>): void {
    if (this.#last) this.move({ ...this.#last, ...keys })
  }

  /** Updates hover, after a change of tool. */
  refresh(): void {
    if (this.#state !== this.#idle) return
    if (this.#last) this.#idle.move?.(this.#last)
    this.hint({ cursor: this.#idle.cursor ?? 'default' })
  }

  /** Cancels the current action. @returns whether there was one */
  cancel(): boolean {
    this.takeOffer?.(null)
    if (this.#state === this.#idle) return false
    this.#state.cancel?.()
    this.editor.cancel()
    this.#go(this.#idle)
    return true
  }

  /** Starts a state from outside: a shape dragged from the library, an offer. @param make once the current one ended */
  begin(make: () => State): void {
    this.cancel()
    this.#go(make())
  }

  idle(): State {
    return this.#idle
  }

  /** Autoscroll step during a drag; called each frame. */
  scroll(): void {
    const last = this.#last
    if (!this.#state.scrolls || !last) return
    const { width, height } = this.editor.viewSize
    const speed = (at: number, length: number) => {
      if (at < EDGE) return -EDGE_SPEED * Math.min(1, (EDGE - at) / EDGE)
      return at > length - EDGE ? EDGE_SPEED * Math.min(1, (at - length + EDGE) / EDGE) : 0
    }
    const [x, y] = [speed(last.screen.x, width), speed(last.screen.y, height)]
    if (x === 0 && y === 0) return
    panBy(this.editor, x, y)
    this.move({ ...last, page: toPage(this.editor.state().camera, last.screen) })
  }

  #go(next: State | undefined): void {
    if (!next || next === this.#state) return
    if (next === this.#idle) this.#idle = next = this.#start(this)
    this.#state = next
    this.#publish({
      ...this.#hints,
      ...NOTHING,
      hover: next === this.#idle ? this.#hints.hover : null,
      state: next.name,
      cursor: next.cursor ?? 'default',
      offer: this.#hints.offer && next.name === 'offering' ? this.#hints.offer : null,
    })
  }

  #publish(hints: Hints): void {
    this.#hints = hints
    this.#emit()
  }

  #emit(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Handlers of the idle state only. */
export interface IdleHandlers {
  down: (pointer: Pointer, button: number) => State | undefined
  doubleClick: (pointer: Pointer) => void
}
