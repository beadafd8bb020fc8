/** The canvas's events, told to the tools: pointers, fingers, wheel, keys, clipboard. */
import { t } from '#platform/web/i18n.ts'
import { shortcutsEnabled } from '#platform/web/shortcuts/registry.ts'
import type { Point } from '#diagrams/model/document.ts'
import type { EditorContext } from '../editor-context.ts'
import { pressKey } from '../tools/keys.ts'
import type { Pointer } from '../tools/tools.ts'
import { selectableOf } from '../tools/hit.ts'
import { reach } from '../tools/idle.ts'
import { panBy, toPage, zoomBy, zoomTo } from './camera.ts'
import { copyTo, dropText, pasteFrom, pasteImages, removeSelected } from './clipboard.ts'

/** What stands above the canvas and takes its own events. */
const ABOVE = '.ox-de-above'
const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [role="tree"]'
/** How much a notch of the wheel zooms. */
const WHEEL = 0.0022
const MOST_WHEEL = 240
/** A finger that rests on the canvas so long opens the menu, ms, unless it moves further than this, px. */
const LONG_PRESS_MS = 500
const STILL = 10
/** Height of a line, px, for browsers that count the wheel in lines. */
const LINE = 16

export function pointerOf(editor: EditorContext, canvas: HTMLElement, event: MouseEvent): Pointer {
  const screen = placeOf(canvas, event)
  return {
    screen, page: toPage(editor.state().camera, screen), shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey,
    isTouch: 'pointerType' in event && event.pointerType === 'touch',
  }
}

function placeOf(canvas: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = canvas.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** Listens to all that happens on a canvas until the function that it gives is called. */
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
  const { tools } = editor
  const fingers = new Map<number, Point>()
  let pinch: Pinch | null = null
  let selected: ReadonlySet<string> = new Set()
  let held: number | null = null
  let frame = 0
  let resting: { event: PointerEvent; timer: ReturnType<typeof setTimeout> } | null = null
  let hasMenu = false
  const scroll = () => {
    tools.scroll()
    frame = held === null ? 0 : requestAnimationFrame(scroll)
  }
  const stir = () => {
    clearTimeout(resting?.timer)
    resting = null
  }
  // Not all browsers tell of a finger that rests, and some only when it is lifted.
  const rest = (event: PointerEvent) => {
    const timer = setTimeout(() => {
      stir()
      release()
      hasMenu = true
      openMenu(canvas, editor, event)
    }, LONG_PRESS_MS)
    resting = { event, timer }
  }
  const release = () => {
    held = null
    cancelAnimationFrame(frame)
  }
  canvas.addEventListener('pointerdown', event => {
    delete canvas.dataset['byKeys']
    if (isAbove(event)) return
    canvas.focus({ preventScroll: true })
    hasMenu = false
    stir()
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, placeOf(canvas, event))
      if (fingers.size === 2) {
        // What one finger began was the beginning of a pinch.
        tools.cancel()
        editor.select(selected)
        release()
        pinch = pinchOf(fingers)
        return
      }
      if (fingers.size > 2) return
      selected = editor.state().selection
    }
    if (event.button > 1 || held !== null) return
    event.preventDefault()
    held = event.pointerId
    canvas.setPointerCapture(event.pointerId)
    tools.down(pointerOf(editor, canvas, event), event.button)
    if (event.pointerType === 'touch' && tools.state === 'pressed') rest(event)
    frame = requestAnimationFrame(scroll)
  }, { signal })
  canvas.addEventListener('pointermove', event => {
    tools.over = event.pointerType === 'touch' || isAbove(event) ? null : placeOf(canvas, event)
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, placeOf(canvas, event))
    if (resting && Math.hypot(event.clientX - resting.event.clientX, event.clientY - resting.event.clientY) > STILL) stir()
    if (pinch) {
      const next = pinchOf(fingers)
      if (next) {
        panBy(editor, pinch.middle.x - next.middle.x, pinch.middle.y - next.middle.y)
        zoomBy(editor, next.apart / pinch.apart, next.middle)
        pinch = next
      }
    } else if (!isAbove(event) || held !== null) tools.move(pointerOf(editor, canvas, event))
  }, { signal })
  const lift = (event: PointerEvent, isDone: boolean) => {
    stir()
    fingers.delete(event.pointerId)
    if (fingers.size < 2) pinch = null
    if (event.pointerId !== held) return
    release()
    if (isDone) tools.up(pointerOf(editor, canvas, event))
    else tools.cancel()
  }
  canvas.addEventListener('pointerup', event => lift(event, true), { signal })
  canvas.addEventListener('pointercancel', event => lift(event, false), { signal })
  canvas.addEventListener('pointerleave', () => {
    tools.over = null
    if (held === null) tools.leave()
  }, { signal })
  canvas.addEventListener('dblclick', event => { if (!isAbove(event)) tools.doubleClick(pointerOf(editor, canvas, event)) }, { signal })
  canvas.addEventListener('contextmenu', event => {
    if (isAbove(event)) return
    event.preventDefault()
    stir()
    // The browser's own telling of the finger that opened it.
    if (hasMenu && 'pointerType' in event && event.pointerType === 'touch') return
    release()
    openMenu(canvas, editor, event)
  }, { signal })
  // Lifted soon after the menu came, a finger would be taken for a tap, which closes it.
  canvas.addEventListener('touchend', event => {
    if (hasMenu && event.cancelable) event.preventDefault()
  }, { signal, passive: false })
  // Not passive: the browser's own zoom is kept out.
  canvas.addEventListener('wheel', event => {
    if (isAbove(event) && !event.ctrlKey) return
    event.preventDefault()
    turnWheel(canvas, editor, event)
  }, { signal, passive: false })
  signal.addEventListener('abort', () => {
    stir()
    release()
  })
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

/** The wheel moves the view, with Shift sideways, with Ctrl (and by pinching a touchpad) it zooms about the pointer. */
function turnWheel(canvas: HTMLElement, editor: EditorContext, event: WheelEvent): void {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1
  const [x, y] = [event.deltaX * unit, event.deltaY * unit]
  if (event.ctrlKey || event.metaKey) {
    // A touchpad tells pinches in small steps, a wheel in large ones.
    const speed = Math.abs(y) < 50 ? WHEEL * 4 : WHEEL
    const way = Math.min(MOST_WHEEL, Math.max(-MOST_WHEEL, y))
    zoomTo(editor, editor.state().camera.zoom * Math.exp(-way * speed), placeOf(canvas, event))
  } else if (event.shiftKey && x === 0) panBy(editor, y, 0)
  else panBy(editor, x, y)
}

/** The context menu is about what is under it, which it selects, or else about the page. */
function openMenu(canvas: HTMLElement, editor: EditorContext, event: MouseEvent): void {
  const { tools } = editor
  tools.finishText?.()
  tools.cancel()
  // From the keyboard, it is about what is selected.
  const isByKey = event.button !== 2 && !('pointerType' in event && event.pointerType === 'touch')
  if (!isByKey) {
    const met = reach(editor, pointerOf(editor, canvas, event))
    const { selection } = editor.state()
    const id = met && selectableOf(editor.page, met.object.id, selection)
    if (id === null) editor.select([])
    else if (!selection.has(id)) editor.select([id])
  }
  tools.menuAt = isByKey ? null : pointerOf(editor, canvas, event).page
  editor.panels.showMenu({ x: event.clientX, y: event.clientY })
}

function listenToKeys(canvas: HTMLElement, editor: EditorContext, signal: AbortSignal): void {
  const { tools } = editor
  const modifiers = (event: KeyboardEvent) => tools.keys({ shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey })
  addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event.target)) return
    const onCanvas = event.target === canvas || event.target === document.body
    if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) return modifiers(event)
    if (event.key === ' ' && onCanvas) {
      event.preventDefault()
      tools.isPanHeld = true
      return tools.refresh()
    }
    canvas.dataset['byKeys'] = ''
    const { selection } = editor.state()
    if (!pressKey(editor, event, { onCanvas, takesLetters: !hasLetters(event.target) && shortcutsEnabled() })) return
    event.preventDefault()
    // Nothing had the focus: whoever walks on does so on the canvas.
    if (event.target === document.body && editor.state().selection !== selection) canvas.focus({ preventScroll: true })
  }, { signal })
  addEventListener('keyup', event => {
    if (event.key === ' ' && tools.isPanHeld) {
      tools.isPanHeld = false
      tools.refresh()
    } else if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) modifiers(event)
  }, { signal })
  addEventListener('blur', () => { tools.isPanHeld = false }, { signal })
}

/** Whether what has the focus is gone to by the letters that are typed: a choice that would open. */
function hasLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-haspopup="listbox"]') !== null
}

/** Whether what has the focus takes keys for itself. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(EDITABLE) !== null
}

function listenToClipboard(canvas: HTMLElement, editor: EditorContext, signal: AbortSignal): void {
  const { tools } = editor
  // A button that was pressed last has the focus; keys for the clipboard are the canvas's all the same, but not of text that is marked.
  const isHere = (event: Event) => !isElsewhere(event.target)
  const isMarked = () => document.getSelection()?.isCollapsed === false
  const copy = (event: ClipboardEvent): boolean => {
    const isCopied = isHere(event) && !isMarked() && event.clipboardData !== null && copyTo(editor, event.clipboardData)
    if (isCopied) event.preventDefault()
    return isCopied
  }
  document.addEventListener('copy', event => { copy(event) }, { signal })
  document.addEventListener('cut', event => { if (!editor.state().isReadOnly && copy(event)) removeSelected(editor) }, { signal })
  document.addEventListener('paste', event => {
    if (!isHere(event) || !event.clipboardData) return
    const { clipboardData } = event
    if (tools.attempt(() => pasteFrom(editor, clipboardData)) !== false) event.preventDefault()
  }, { signal })
  canvas.addEventListener('dragover', event => {
    const types = event.dataTransfer?.types ?? []
    if (types.includes('Files') || (types.includes('text/plain') && !isElsewhere(event.target))) event.preventDefault()
  }, { signal })
  canvas.addEventListener('drop', event => {
    const images = [...event.dataTransfer?.files ?? []].filter(({ type }) => type.startsWith('image/'))
    const { page } = pointerOf(editor, canvas, event)
    const text = event.dataTransfer?.files.length === 0 && !isElsewhere(event.target) ? event.dataTransfer.getData('text/plain') : ''
    if (text.trim() !== '' && !editor.state().isReadOnly) {
      event.preventDefault()
      return dropText(editor, text, page)
    }
    // Files that are diagrams are another's to take.
    if (images.length === 0 || editor.state().isReadOnly) return
    event.preventDefault()
    event.stopPropagation()
    pasteImages(editor, images, page).catch(() => editor.tools.warn(t('The picture cannot be read.')))
  }, { signal })
}
