/** Key handling of the canvas. */
import { t } from '#platform/web/i18n.ts'
import { laneKind, moveLane, poolOf } from '#diagrams/operations/lanes.ts'
import { moveObjects } from '#diagrams/operations/move.ts'
import type { DiagramObject } from '#diagrams/model/document.ts'
import { changeableRoots, objectOf, pageBounds } from '#diagrams/operations/tree.ts'
import { panBy, reveal, selectedBounds } from '../scene/camera.ts'
import type { EditorContext } from '../editor-context.ts'
import { moveGrip, removeGripped, applyTool } from './by-keys.ts'
import { commands, runCommand, type Command, type CommandId } from './commands.ts'
import { editText, writable } from './text.ts'
import { neighbour, nextToConnect } from './walk.ts'

/** A keyboard event. */
export interface Key {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Further keys of commands, not displayed. */
const MORE: Readonly<Record<string, CommandId>> = {
  'Ctrl+Shift+Z': 'redo',
  Backspace: 'delete',
  C: 'toolConnector',
  F2: 'editText',
  'Ctrl+=': 'zoomIn',
  'Ctrl+Shift++': 'zoomIn',
  '+': 'zoomIn',
  '-': 'zoomOut',
  ']': 'forward',
  '[': 'backward',
  'Shift+]': 'front',
  'Shift+[': 'back',
  'Shift+}': 'front',
  'Shift+{': 'back',
  '.': 'nextHandle',
  ',': 'previousHandle',
  'Shift+H': 'flipX',
  'Shift+V': 'flipY',
  'Shift+1': 'fitAll',
  'Shift+!': 'fitAll',
  'Ctrl+Shift+!': 'fitAll',
  'Shift+2': 'fitSelection',
  'Shift+@': 'fitSelection',
  'Shift+"': 'fitSelection',
  'Ctrl+Shift+@': 'fitSelection',
  'Ctrl+Shift+"': 'fitSelection',
  'Shift+?': 'help',
  F1: 'help',
}
const SHORTCUTS: ReadonlyMap<string, CommandId> = new Map([
  ...(Object.keys(commands) as CommandId[]).flatMap((id): [string, CommandId][] => {
    const command: Command = commands[id]
    return command.shortcut ? [[command.shortcut, id]] : []
  }),
  ...Object.entries(MORE),
])
/** Handled by the browser's clipboard events. */
const BY_EVENT: readonly CommandId[] = ['cut', 'copy', 'paste']
const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const FAR = 10
/** Grid tolerance, px. */
const ON_LINE = 0.01
/** Pan step of the arrow keys, px of the screen. */
const VIEW_STEP = 40

/** Context of a key. */
export interface KeyPlace {
  /** The canvas itself has the focus: Tab moves through the objects. */
  onCanvas: boolean
  /** The focused element ignores letters. */
  takesLetters?: boolean
  /** The focused element receives typed text for the selected object, through an input method too. */
  takesText?: boolean
}

/** Command of a key. */
export function commandFor({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): CommandId | undefined {
  const name = key.length === 1 ? key.toUpperCase() : key
  // Brackets need Alt and Ctrl on some keyboards.
  if ((key === '[' || key === ']') && altKey) return SHORTCUTS.get(key)
  return SHORTCUTS.get(`${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`)
}

/**
 * Handles a key while the canvas, or nothing with its own keys, has the focus.
 * @returns whether to prevent the browser's default
 */
export function pressKey(
  editor: EditorContext,
  key: Key,
  { onCanvas, takesLetters = onCanvas, takesText = false }: KeyPlace,
): boolean {
  if (key.key !== 'Tab' && key.key !== 'Escape') editor.tools.isLeaving = false
  const isPlain = !key.ctrlKey && !key.metaKey && !key.altKey
  if (key.key === 'Escape') return escape(editor)
  if (onCanvas && key.key === 'Tab' && isPlain) return walk(editor, key.shiftKey ? -1 : 1)
  const by = ARROWS[key.key]
  if (by && isPlain) return onCanvas && (moveView(editor, by) || nudge(editor, by, key.shiftKey))
  if (onCanvas && isPlain && key.key === 'Enter' && applyTool(editor)) return true
  if (onCanvas && isPlain && (key.key === 'Delete' || key.key === 'Backspace') && removeGripped(editor)) return true
  if (isTyped(key) && (onCanvas || takesLetters)) {
    const id = writable(editor)
    if (id !== null) return !takesText && write(editor, id, key.key)
    // Letters choose tools while nothing is selected, and while a tool is chosen.
    if (isLetter(key) && editor.state().selection.size > 0 && editor.state().tool.kind === 'select') return false
  }
  const command = commandFor(key)
  if (!command || BY_EVENT.includes(command)) return false
  // Enter elsewhere, and type-ahead letters, belong to the focused element.
  if (!onCanvas && isPlain && (key.key.length === 1 ? !takesLetters : key.key === 'Enter')) return false
  const isDone = runCommand(editor, command)
  // Prevents browser shortcuts even when there is nothing to do.
  return isDone || key.ctrlKey || key.metaKey
}

/** A selected lane goes past its neighbour. @returns whether there is one */
function nudgeLane(
  editor: EditorContext,
  [id, ...others]: readonly string[],
  { x, y }: { x: number; y: number },
): boolean {
  if (id === undefined || others.length > 0 || !poolOf(editor.page, id)) return false
  const along = laneKind(objectOf(editor.page, id)) === 'horizontal' ? y : x
  if (along !== 0) editor.change(moveLane(editor.page, id, along), { name: 'Move lane' })
  return true
}

/** Whether a key types a character: AltGr is Ctrl with Alt, and Option alone on a Mac. */
function isTyped({ key, altKey, ctrlKey, metaKey }: Key): boolean {
  if (key.length !== 1 || key === ' ' || metaKey) return false
  return ctrlKey === altKey || (altKey && !/[a-z0-9]/i.test(key))
}

function isLetter({ key, shiftKey }: Key): boolean {
  return !shiftKey && /^\p{L}$/u.test(key)
}

/** Begins to write in the selected object where no field received the key. */
function write(editor: EditorContext, id: string, typed: string): boolean {
  editor.tools.takeFocus?.()
  editText(editor, id, { typed })
  return true
}

function escape(editor: EditorContext): boolean {
  const { tools } = editor
  const { tool, selection } = editor.state()
  if (tools.cancel()) return true
  if (tools.hints().grip !== null) {
    tools.hint({ grip: null })
    return true
  }
  if (tool.kind !== 'select') {
    editor.set({ tool: { kind: 'select' } })
    tools.hint({ hover: null, target: null })
    tools.say(t('Select'))
  } else if (selection.size > 0) editor.select([])
  else {
    tools.isLeaving = true
    return false
  }
  tools.refresh()
  return true
}

/**
 * Selects the next object; beyond the last one, and after Escape without a selection, Tab leaves the canvas. With the
 * connector tool it cycles through possible targets.
 */
function walk(editor: EditorContext, direction: 1 | -1): boolean {
  const { tools } = editor
  const { tool } = editor.state()
  const next = tools.isLeaving
    ? null
    : tool.kind === 'connector'
      ? nextToConnect(editor, tool.from, direction)
      : neighbour(editor, direction)
  tools.isLeaving = false
  if (next === null) return false
  tools.hint({ grip: null })
  if (tool.kind === 'connector') tools.hint({ hover: tool.from ?? null, target: { objectId: next, anchor: null } })
  editor.select([next])
  const bounds = selectedBounds(editor)
  if (bounds) reveal(editor, bounds)
  return true
}

function isAttached(object: DiagramObject | undefined): boolean {
  return (
    object?.kind === 'connector' &&
    object.from.attached !== undefined &&
    object.to.attached !== undefined &&
    object.waypoints.length === 0
  )
}

/** Pans by the arrow keys. */
function moveView(editor: EditorContext, { x, y }: { x: number; y: number }): boolean {
  if (editor.state().tool.kind !== 'pan') return false
  panBy(editor, x * VIEW_STEP, y * VIEW_STEP)
  return true
}

/** Distance to the next grid line in a direction. */
function toGrid(at: number, direction: number, size: number): number {
  if (direction === 0) return 0
  const lines = at / size
  const near = Math.round(lines)
  // With tolerance for rounding.
  const next =
    Math.abs(lines - near) * size < ON_LINE ? near + direction : direction > 0 ? Math.ceil(lines) : Math.floor(lines)
  return next * size - at
}

/**
 * Moves the selection by a px, with Shift by ten. With grid snapping to the next grid line, and with Shift by a px,
 * off the grid.
 */
function nudge(editor: EditorContext, { x, y }: { x: number; y: number }, isFar: boolean): boolean {
  const ids = changeableRoots(editor.page, editor.state().selection)
  if (ids.length === 0) return false
  const { grid } = editor.page
  const step = grid.snap ? (isFar ? 1 : grid.size) : isFar ? FAR : 1
  if (moveGrip(editor, { x: x * step, y: y * step })) return true
  if (nudgeLane(editor, ids, { x, y })) return true
  // Attached lines do not move.
  if (ids.every(id => isAttached(objectOf(editor.page, id)))) return true
  const from = grid.snap && !isFar ? pageBounds(editor.page, ids) : null
  const way = (at: number, direction: number) => (from ? toGrid(at, direction, step) : direction * step)
  editor.change(moveObjects(editor.page, ids, { x: way(from?.x ?? 0, x), y: way(from?.y ?? 0, y) }), {
    name: 'Nudge',
    merge: true,
  })
  const bounds = selectedBounds(editor)
  if (bounds) reveal(editor, bounds)
  return true
}
