/** Event listeners of the canvas, forwarded to the tools: pointers, touch, wheel, keys, clipboard. */
import { t } from '#platform/web/i18n.ts'
import { shortcutsEnabled } from '#platform/web/shortcuts/registry.ts'
import type { Point } from '#diagrams/model/document.ts'
import type { EditorContext } from '../editor-context.ts'
import { pressKey } from '../tools/keys.ts'
import type { Pointer } from '../tools/tools.ts'
import { selectableOf } from '../tools/hit.ts'
import { reach } from '../tools/idle.ts'
import { TYPED } from './TypedText.tsx'
import { panBy, toPage, zoomBy, zoomTo } from '../scene/camera.ts'
import { copyTo, dropText, pasteFrom, pasteImages, removeSelected } from '../tools/clipboard.ts'

/** Elements above the canvas with their own events. */
const ABOVE = '.ox-de-above'
const EDITABLE =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [role="tree"]'
/** Zoom per wheel unit. */
const WHEEL = 0.0022
const MOST_WHEEL = 240
/** Long press that opens the menu: duration, ms, and tolerance, px. */
const LONG_PRESS_MS = 500
const STILL = 10
/** `keyCode` of keydown events that an input method takes, by the UI Events specification. */
const COMPOSED = 229
/** Line height for browsers with wheel deltas in lines, px. */
const LINE = 16

export function pointerOf(editor: EditorContext, canvas: HTMLElement, event: MouseEvent): Pointer {
  const screen = placeOf(canvas, event)
  return {
    screen,
    page: toPage(editor.state().camera, screen),
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
    isTouch: 'pointerType' in event && event.pointerType === 'touch',
  }
}

function placeOf(canvas: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = canvas.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** Attaches all listeners. @returns a function that removes them */
export function listen(canvas: HTMLElement, editor: EditorContext): () => void {
  editor.canvas = canvas
  editor.tools.takeFocus = () => canvas.focus({ preventScroll: true })
  const all = new AbortController()
  const { signal } = all
  listenToPointers(canvas, editor, signal)
  listenToKeys(canvas, editor, signal)
  listenToClipboard(canvas, editor, signal)
  return () => {
    all.abort()
    editor.canvas = undefined
    editor.tools.takeFocus = null
  }
}

function isAbove({ target }: Event): boolean {
  return target instanceof Element && target.closest(ABOVE) !== null
}

function listenToPointers(canvas: HTMLElement, editor: EditorContext, signal: AbortSignal): void {
  const pointers = new CanvasPointers(canvas, editor)
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    take: (event: HTMLElementEventMap[Type]) => void,
    options?: AddEventListenerOptions,
  ) => canvas.addEventListener(type, take, { ...options, signal })
  on('pointerdown', event => pointers.down(event))
  on('pointermove', event => pointers.move(event))
  on('pointerup', event => pointers.lift(event, true))
  on('pointercancel', event => pointers.lift(event, false))
  on('pointerleave', () => pointers.leave())
  on('dblclick', event => {
    if (!isAbove(event)) editor.tools.doubleClick(pointerOf(editor, canvas, event))
  })
  on('contextmenu', event => pointers.contextMenu(event))
  // A finger lifted soon after the menu opened would count as a tap, which closes it.
  on(
    'touchend',
    event => {
      if (pointers.hasMenu && event.cancelable) event.preventDefault()
    },
    { passive: false },
  )
  // Not passive: it prevents the browser's own zoom.
  on(
    'wheel',
    event => {
      if (isAbove(event) && !event.ctrlKey) return
      event.preventDefault()
      turnWheel(canvas, editor, event)
    },
    { passive: false },
  )
  signal.addEventListener('abort', () => pointers.stop())
}

/** State of the pointers on a canvas: the captured one, the fingers of a pinch, the timer of a long press. */
class CanvasPointers {
  /** A long press opened the menu. */
  hasMenu = false
  readonly #canvas: HTMLElement
  readonly #editor: EditorContext
  readonly #fingers = new Map<number, Point>()
  #pinch: Pinch | null = null
  /** Selection before the first finger went down. */
  #selected: ReadonlySet<string> = new Set()
  #captured: number | null = null
  #frame = 0
  #longPress: { event: PointerEvent; timer: ReturnType<typeof setTimeout> } | null = null

  constructor(canvas: HTMLElement, editor: EditorContext) {
    this.#canvas = canvas
    this.#editor = editor
  }

  down(event: PointerEvent): void {
    const canvas = this.#canvas
    delete canvas.dataset['byKeys']
    if (isAbove(event)) return
    canvas.focus({ preventScroll: true })
    this.hasMenu = false
    this.#cancelLongPress()
    const isTouch = event.pointerType === 'touch'
    this.#editor.tools.isTouched = isTouch
    if (isTouch && !this.#isFirstFinger(event)) return
    if (event.button > 1 || this.#captured !== null) return
    event.preventDefault()
    this.#captured = event.pointerId
    canvas.setPointerCapture(event.pointerId)
    const { tools } = this.#editor
    tools.down(pointerOf(this.#editor, canvas, event), event.button)
    if (isTouch && tools.state === 'pressed') this.#startLongPress(event)
    this.#frame = requestAnimationFrame(this.#scroll)
  }

  /** Adds a finger; the second cancels what the first began, and pinches. */
  #isFirstFinger(event: PointerEvent): boolean {
    this.#fingers.set(event.pointerId, placeOf(this.#canvas, event))
    if (this.#fingers.size === 2) {
      this.#editor.tools.cancel()
      this.#editor.select(this.#selected)
      this.#release()
      this.#pinch = pinchOf(this.#fingers)
    }
    if (this.#fingers.size > 1) return false
    this.#selected = this.#editor.state().selection
    return true
  }

  move(event: PointerEvent): void {
    const { tools } = this.#editor
    const place = placeOf(this.#canvas, event)
    tools.over = event.pointerType === 'touch' || isAbove(event) ? null : place
    if (this.#fingers.has(event.pointerId)) this.#fingers.set(event.pointerId, place)
    const start = this.#longPress?.event
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STILL)
      this.#cancelLongPress()
    if (this.#pinch) this.#movePinch(this.#pinch)
    else if (!isAbove(event) || this.#captured !== null) tools.move(pointerOf(this.#editor, this.#canvas, event))
  }

  #movePinch({ middle, apart }: Pinch): void {
    const next = pinchOf(this.#fingers)
    if (!next) return
    panBy(this.#editor, middle.x - next.middle.x, middle.y - next.middle.y)
    zoomBy(this.#editor, next.apart / apart, next.middle)
    this.#pinch = next
  }

  lift(event: PointerEvent, isDone: boolean): void {
    this.#cancelLongPress()
    this.#fingers.delete(event.pointerId)
    if (this.#fingers.size < 2) this.#pinch = null
    if (event.pointerId !== this.#captured) return
    this.#release()
    if (isDone) this.#editor.tools.up(pointerOf(this.#editor, this.#canvas, event))
    else this.#editor.tools.cancel()
  }

  leave(): void {
    this.#editor.tools.over = null
    if (this.#captured === null) this.#editor.tools.leave()
  }

  contextMenu(event: MouseEvent): void {
    if (isAbove(event)) return
    event.preventDefault()
    this.#cancelLongPress()
    // The browser's own event for the long press that opened the menu.
    if (this.hasMenu && 'pointerType' in event && event.pointerType === 'touch') return
    this.#release()
    openMenu(this.#canvas, this.#editor, event)
  }

  stop(): void {
    this.#cancelLongPress()
    this.#release()
  }

  /** Not all browsers report a long press, and some only when the finger is lifted. */
  #startLongPress(event: PointerEvent): void {
    const timer = setTimeout(() => {
      this.stop()
      this.hasMenu = true
      openMenu(this.#canvas, this.#editor, event)
    }, LONG_PRESS_MS)
    this.#longPress = { event, timer }
  }

  #cancelLongPress(): void {
    clearTimeout(this.#longPress?.timer)
    this.#longPress = null
  }

  #release(): void {
    this.#captured = null
    cancelAnimationFrame(this.#frame)
  }

  readonly #scroll = (): void => {
    this.#editor.tools.scroll()
    this.#frame = this.#captured === null ? 0 : requestAnimationFrame(this.#scroll)
  }
}

interface Pinch {
  middle: Point
  apart: number
}

function pinchOf(fingers: ReadonlyMap<number, Point>): Pinch | null {
  const [a, b] = [...fingers.values()]
  if (!a || !b) return null
  return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) }
}

/** The wheel scrolls, with Shift sideways, with Ctrl (and a touchpad pinch) zooms around the pointer. */
function turnWheel(canvas: HTMLElement, editor: EditorContext, event: WheelEvent): void {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1
  const [x, y] = [event.deltaX * unit, event.deltaY * unit]
  if (event.ctrlKey || event.metaKey) {
    // Touchpad pinches have small deltas, wheels large ones.
    const speed = Math.abs(y) < 50 ? WHEEL * 4 : WHEEL
    const way = Math.min(MOST_WHEEL, Math.max(-MOST_WHEEL, y))
    zoomTo(editor, editor.state().camera.zoom * Math.exp(-way * speed), placeOf(canvas, event))
  } else if (event.shiftKey && x === 0) panBy(editor, y, 0)
  else panBy(editor, x, y)
}

/** Opens the context menu for the object under the pointer, which gets selected, or else for the page. */
function openMenu(canvas: HTMLElement, editor: EditorContext, event: MouseEvent): void {
  const { tools } = editor
  tools.finishText?.()
  tools.cancel()
  // From the keyboard, it is for the selection.
  const isByKey = event.button !== 2 && !('pointerType' in event && event.pointerType === 'touch')
  if (!isByKey) {
    const hit = reach(editor, pointerOf(editor, canvas, event))
    const { selection } = editor.state()
    const id = hit && selectableOf(editor.page, hit.object.id, selection)
    if (id === null) editor.select([])
    else if (!selection.has(id)) editor.select([id])
  }
  tools.menuAt = isByKey ? null : pointerOf(editor, canvas, event).page
  editor.panels.showMenu({ x: event.clientX, y: event.clientY })
}

function listenToKeys(canvas: HTMLElement, editor: EditorContext, signal: AbortSignal): void {
  const { tools } = editor
  const modifiers = (event: KeyboardEvent) =>
    tools.keys({ shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey })
  addEventListener(
    'keydown',
    event => {
      // A key that an input method takes; some browsers report it outside of the composition.
      const isComposed = event.isComposing || event.keyCode === COMPOSED
      if (event.defaultPrevented || isComposed || isElsewhere(event.target)) return
      const takesText = isTyping(event.target)
      const onCanvas = event.target === canvas || event.target === document.body || takesText
      if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) return modifiers(event)
      if (event.key === ' ' && onCanvas) {
        event.preventDefault()
        tools.isPanHeld = true
        return tools.refresh()
      }
      canvas.dataset['byKeys'] = ''
      const { selection } = editor.state()
      const takesLetters = !hasLetters(event.target) && shortcutsEnabled()
      if (!pressKey(editor, event, { onCanvas, takesLetters, takesText })) return
      event.preventDefault()
      // Keyboard navigation without focus continues on the canvas.
      if (event.target === document.body && editor.state().selection !== selection)
        canvas.focus({ preventScroll: true })
    },
    { signal },
  )
  addEventListener(
    'keyup',
    event => {
      if (event.key === ' ' && tools.isPanHeld) {
        tools.isPanHeld = false
        tools.refresh()
      } else if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) modifiers(event)
    },
    { signal },
  )
  addEventListener(
    'blur',
    () => {
      tools.isPanHeld = false
    },
    { signal },
  )
}

/** Whether the focused element has type-ahead: a select that would open. */
function hasLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-haspopup="listbox"]') !== null
}

/** Whether the focused element handles keys itself. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(EDITABLE) !== null && !isTyping(target)
}

/** Whether it is the field for text typed on the selected object. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TYPED)
}

function listenToClipboard(canvas: HTMLElement, editor: EditorContext, signal: AbortSignal): void {
  const { tools } = editor
  // A pressed button may have the focus; clipboard keys still apply to the canvas, unless text is selected.
  const isHere = (event: Event) => !isElsewhere(event.target)
  const isMarked = () => document.getSelection()?.isCollapsed === false
  const copy = (event: ClipboardEvent): boolean => {
    const isCopied = isHere(event) && !isMarked() && event.clipboardData !== null && copyTo(editor, event.clipboardData)
    if (isCopied) event.preventDefault()
    return isCopied
  }
  document.addEventListener(
    'copy',
    event => {
      copy(event)
    },
    { signal },
  )
  document.addEventListener(
    'cut',
    event => {
      if (!editor.state().isReadOnly && copy(event)) removeSelected(editor)
    },
    { signal },
  )
  document.addEventListener(
    'paste',
    event => {
      if (!isHere(event) || !event.clipboardData) return
      const { clipboardData } = event
      if (tools.attempt(() => pasteFrom(editor, clipboardData)) !== false) event.preventDefault()
    },
    { signal },
  )
  canvas.addEventListener(
    'dragover',
    event => {
      const types = event.dataTransfer?.types ?? []
      if (types.includes('Files') || (types.includes('text/plain') && !isElsewhere(event.target)))
        event.preventDefault()
    },
    { signal },
  )
  canvas.addEventListener(
    'drop',
    event => {
      const images = [...(event.dataTransfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      const { page } = pointerOf(editor, canvas, event)
      const text =
        event.dataTransfer?.files.length === 0 && !isElsewhere(event.target)
          ? event.dataTransfer.getData('text/plain')
          : ''
      if (text.trim() !== '' && !editor.state().isReadOnly) {
        event.preventDefault()
        return dropText(editor, text, page)
      }
      // Diagram files are handled elsewhere.
      if (images.length === 0 || editor.state().isReadOnly) return
      event.preventDefault()
      event.stopPropagation()
      pasteImages(editor, images, page).catch(() => editor.tools.warn(t('The picture cannot be read.')))
    },
    { signal },
  )
}
