/**
 * What the pointer does on the canvas, as a chart of states: each is an object with what it does when the pointer moves,
 * is lifted or the deed is called off, and what comes next. Nothing here knows of the DOM.
 */
import { ChangeError } from '#diagrams/model/changes.ts'
import type { Point } from '#diagrams/model/document.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { panBy, toPage } from '../canvas/camera.ts'
import type { TextFields } from '../canvas/format-text.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Target } from './connect.ts'
import type { Guide } from './snap.ts'

/** The pointer, and the keys that are held down with it. */
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

export type StateName =
  | 'idle' | 'pressed' | 'dragging' | 'resizing' | 'rotating' | 'shaping' | 'marquee' | 'connecting' | 'offering' | 'sliding' | 'bending' | 'panning' | 'placing'

/** A state; each deed gives the state that follows, or undefined to stay. */
export interface State {
  readonly name: StateName
  readonly cursor?: string
  /** The view moves along when the pointer comes to its edge. */
  readonly scrolls?: boolean
  move?: (pointer: Pointer) => State | undefined
  up?: (pointer: Pointer) => State | undefined
  /** Escape, a second finger, or the browser took the pointer away. */
  cancel?: () => void
}

/** What the canvas shows besides the drawing. */
export interface Hints {
  state: StateName
  cursor: string
  /** Object under the pointer. */
  hover: string | null
  /** What a connector that is drawn would end on. */
  target: Target | null
  /** Container that what is dragged would fall into. */
  drop: string | null
  guides: readonly Guide[]
  /** On the page. */
  marquee: Rect | null
  /** Size or angle while it is changed, at a place of the page. */
  readout: { text: string; at: Point } | null
  /** Handle that keys hold, by its {@link handleKey}. */
  grip: string | null
  /** Next shapes are offered at the end of a new connector, at a place of the page. */
  offer: { at: Point; shapes: readonly string[] } | null
}

export interface Notice {
  kind: 'warning' | 'success'
  text: string
}

const NOTHING: Omit<Hints, 'state' | 'cursor'> = { hover: null, target: null, drop: null, guides: [], marquee: null, readout: null, grip: null, offer: null }
/** Distance from the view's edge within which it scrolls, and its speed there, px. */
const EDGE = 28
const EDGE_SPEED = 14

export class Tools {
  readonly editor: EditorContext
  readonly #start: (tools: Tools) => State & IdleDeeds
  #idle: State & IdleDeeds
  #state: State
  #hints: Hints
  #last: Pointer | null = null
  #message = ''
  #notice: Notice | null = null
  readonly #listeners = new Set<() => void>()
  /** Takes what is written over and ends writing; set by the text editor while there is one. */
  finishText: (() => void) | null = null
  /** Gives the text that is being written, or what is selected of it, another look; set while there is one. */
  formatText: ((fields: TextFields) => void) | null = null
  /** Gives the canvas the focus, from wherever it is; set while the canvas is shown. */
  takeFocus: (() => void) | null = null
  /** Takes a shape that is offered, or null for none; set while shapes are offered. */
  takeOffer: ((shape: string | null) => void) | null = null
  /** Escape was pressed with nothing selected: the next Tab leaves the canvas. */
  isLeaving = false
  /** Where a mouse or pen is above the canvas, px of the screen; null elsewhere, and after a finger. */
  over: Point | null = null
  /** Where the context menu was opened by a pointer, on the page: what is pasted from it goes there. */
  menuAt: Point | null = null
  /** The space bar is held down: the pointer pans. */
  isPanHeld = false

  constructor(editor: EditorContext, idle: (tools: Tools) => State & IdleDeeds) {
    this.editor = editor
    this.#start = idle
    this.#idle = idle(this)
    this.#state = this.#idle
    this.#hints = { ...NOTHING, state: 'idle', cursor: 'default' }
  }

  readonly hints = (): Hints => this.#hints
  /** What was last done, for a live region. */
  readonly message = (): string => this.#message
  /** What could not be done, or was done where it is not seen; another object each time, shown to everybody. */
  readonly notice = (): Notice | null => this.#notice

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get state(): StateName {
    return this.#state.name
  }

  /** Where the pointer last was; null before it came. */
  get pointer(): Pointer | null {
    return this.#last
  }

  /** Shows what it is given besides what is shown. */
  hint(fields: Partial<Omit<Hints, 'state'>>): void {
    const keys = Object.keys(fields) as (keyof typeof fields)[]
    if (keys.every(key => this.#hints[key] === fields[key])) return
    this.#publish({ ...this.#hints, ...fields })
  }

  /** Says something to those who do not see it. */
  say(message: string): void {
    // The same words again are said again when they differ in a trace.
    this.#message = message === this.#message ? `${message}\u00a0` : message
    this.#tell()
  }

  /** Says why something cannot be done. */
  warn(text: string): void {
    this.#notice = { kind: 'warning', text }
    this.#tell()
  }

  /** Says what was done where it is not seen. */
  confirm(text: string): void {
    this.#notice = { kind: 'success', text }
    this.#tell()
  }

  /**
   * Does something that the diagram may refuse: more objects than it may hold, groups too deep. Then nothing is done, and
   * the reason is said.
   * @returns what it gives; undefined when it was refused
   */
  attempt<Result>(deed: () => Result): Result | undefined {
    try {
      return deed()
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
    // What a move begins follows the pointer from that move on.
    if (this.#state !== before && this.#state !== this.#idle) this.#go(this.attempt(() => this.#state.move?.(pointer)))
  }

  up(pointer: Pointer): void {
    this.#last = pointer
    const state = this.#state
    const done = this.attempt(() => ({ next: state.up?.(pointer) }))
    // What is refused at its end is over all the same.
    this.#go(done ? done.next : this.#idle)
  }

  doubleClick(pointer: Pointer): void {
    if (this.#state === this.#idle) this.#idle.doubleClick(pointer)
  }

  /** The pointer left the canvas. */
  leave(): void {
    if (this.#state === this.#idle) this.hint({ hover: null, target: null })
  }

  /** A key that changes what the pointer does was pressed or let go. */
  keys(keys: Pick<Pointer, 'shift' | 'alt' | 'ctrl'>): void {
    if (this.#last) this.move({ ...this.#last, ...keys })
  }

  /** Looks again at what is under the pointer: the tool is another one. */
  refresh(): void {
    if (this.#state !== this.#idle) return
    if (this.#last) this.#idle.move?.(this.#last)
    this.hint({ cursor: this.#idle.cursor ?? 'default' })
  }

  /** Calls off what is under way. @returns whether there was anything */
  cancel(): boolean {
    this.takeOffer?.(null)
    if (this.#state === this.#idle) return false
    this.#state.cancel?.()
    this.editor.cancel()
    this.#go(this.#idle)
    return true
  }

  /** Begins a state from outside: a shape that is dragged in from the library. */
  begin(state: State): void {
    this.cancel()
    this.#go(state)
  }

  idle(): State {
    return this.#idle
  }

  /** Scrolls a step when the pointer is at the edge during a drag; called each frame. */
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
    this.#publish({ ...this.#hints, ...NOTHING, hover: next === this.#idle ? this.#hints.hover : null, state: next.name, cursor: next.cursor ?? 'default', offer: this.#hints.offer && next.name === 'offering' ? this.#hints.offer : null })
  }

  #publish(hints: Hints): void {
    this.#hints = hints
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** What only the idle state answers to. */
export interface IdleDeeds {
  down: (pointer: Pointer, button: number) => State | undefined
  doubleClick: (pointer: Pointer) => void
}
