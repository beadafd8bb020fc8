/** What keys do on the canvas. */
import { t } from '#platform/web/i18n.ts'
import { moveObjects } from '#diagrams/operations/move.ts'
import type { DiagramObject } from '#diagrams/model/document.ts'
import { changeableRoots, objectOf, pageBounds } from '#diagrams/operations/tree.ts'
import { panBy, reveal, selectedBounds } from '../canvas/camera.ts'
import type { EditorContext } from '../editor-context.ts'
import { moveGrip, removeGripped, applyTool } from './by-keys.ts'
import { commands, runCommand, type Command, type CommandId } from './commands.ts'
import { neighbour, nextToConnect } from './walk.ts'

/** A key as the browser tells it. */
export interface Key {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Further keys of commands, beside those that are shown. */
const MORE: Readonly<Record<string, CommandId>> = {
  'Ctrl+Shift+Z': 'redo', Backspace: 'delete', C: 'toolConnector', F2: 'editText', 'Ctrl+=': 'zoomIn', 'Ctrl+Shift++': 'zoomIn', '+': 'zoomIn', '-': 'zoomOut',
  'Ctrl+ArrowRight': 'nextRight', 'Ctrl+ArrowLeft': 'nextLeft', 'Ctrl+ArrowUp': 'nextUp', 'Ctrl+ArrowDown': 'nextDown',
  'Ctrl+]': 'front', 'Ctrl+[': 'back', 'Shift+!': 'fitAll', 'Shift+@': 'fitSelection', 'Shift+"': 'fitSelection', 'Shift+}': 'front', 'Shift+{': 'back', 'Shift+?': 'help',
}
const SHORTCUTS: ReadonlyMap<string, CommandId> = new Map([
  ...(Object.keys(commands) as CommandId[]).flatMap((id): [string, CommandId][] => {
    const command: Command = commands[id]
    return command.shortcut ? [[command.shortcut, id]] : []
  }),
  ...Object.entries(MORE),
])
/** The browser's own events tell these, with the clipboard. */
const BY_EVENT: readonly CommandId[] = ['cut', 'copy', 'paste']
const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
}
const FAR = 10
/** What is nearer to a line of the grid stands on it, px. */
const ON_LINE = 0.01
/** How far an arrow key moves the view, px of the screen. */
const VIEW_STEP = 40

/** Where a key was pressed. */
export interface KeyPlace {
  /** The canvas has the focus itself: then Tab walks through the objects. */
  onCanvas: boolean
  /** Letters are the canvas's, as what has the focus does nothing with them. */
  takesLetters?: boolean
}

/** The command of a key, if it has one. */
export function commandFor({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): CommandId | undefined {
  const name = key.length === 1 ? key.toUpperCase() : key
  // Brackets need Alt and Ctrl on some keyboards.
  if ((key === '[' || key === ']') && altKey) return SHORTCUTS.get(key)
  return SHORTCUTS.get(`${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`)
}

/**
 * A key that was pressed while the canvas, or nothing else that takes keys, has the focus.
 * @returns whether it did something, and the browser shall do nothing
 */
export function pressKey(editor: EditorContext, key: Key, { onCanvas, takesLetters = onCanvas }: KeyPlace): boolean {
  if (key.key !== 'Tab' && key.key !== 'Escape') editor.tools.isLeaving = false
  const isPlain = !key.ctrlKey && !key.metaKey && !key.altKey
  if (key.key === 'Escape') return escape(editor)
  if (onCanvas && key.key === 'Tab' && isPlain) return walk(editor, key.shiftKey ? -1 : 1)
  const by = ARROWS[key.key]
  if (by && isPlain) return onCanvas && (moveView(editor, by) || nudge(editor, by, key.shiftKey))
  if (onCanvas && isPlain && key.key === 'Enter' && applyTool(editor)) return true
  if (onCanvas && isPlain && (key.key === 'Delete' || key.key === 'Backspace') && removeGripped(editor)) return true
  const command = commandFor(key)
  if (!command || BY_EVENT.includes(command)) return false
  // Enter elsewhere, and the letters of what listens to them, belong to what has the focus.
  if (!onCanvas && isPlain && (key.key.length === 1 ? !takesLetters : key.key === 'Enter')) return false
  const isDone = runCommand(editor, command)
  // Keys of the browser that would lead away are kept from it even when there is nothing to do.
  return isDone || key.ctrlKey || key.metaKey
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
 * Selects the next object; beyond the last one, and after Escape with nothing selected, Tab leaves the canvas. A connector
 * that is drawn goes round among the shapes that it can end on.
 */
function walk(editor: EditorContext, direction: 1 | -1): boolean {
  const { tools } = editor
  const { tool } = editor.state()
  const next = tools.isLeaving ? null : tool.kind === 'connector' ? nextToConnect(editor, tool.from, direction) : neighbour(editor, direction)
  tools.isLeaving = false
  if (next === null) return false
  tools.hint({ grip: null })
  if (tool.kind === 'connector') tools.hint({ hover: tool.from ?? null, target: { objectId: next, anchor: null } })
  editor.select([next])
  const bounds = selectedBounds(editor)
  if (bounds) reveal(editor, bounds)
  return true
}

function hangs(object: DiagramObject | undefined): boolean {
  return object?.kind === 'connector' && object.from.attached !== undefined && object.to.attached !== undefined && object.waypoints.length === 0
}

/** The arrow keys do what a hand would do that moves the view. */
function moveView(editor: EditorContext, { x, y }: { x: number; y: number }): boolean {
  if (editor.state().tool.kind !== 'pan') return false
  panBy(editor, x * VIEW_STEP, y * VIEW_STEP)
  return true
}

/** The way to the next line of the grid in a direction; none across it. */
function toGrid(at: number, direction: number, size: number): number {
  if (direction === 0) return 0
  const lines = at / size
  const near = Math.round(lines)
  // What stands on a line goes to the next one, however its place was rounded.
  const next = Math.abs(lines - near) * size < ON_LINE ? near + direction : direction > 0 ? Math.ceil(lines) : Math.floor(lines)
  return next * size - at
}

/**
 * Moves what is selected by a px, with Shift by ten. Where the grid holds what is drawn it goes to the grid's next line
 * instead, and with Shift by a px, off the grid.
 */
function nudge(editor: EditorContext, { x, y }: { x: number; y: number }, isFar: boolean): boolean {
  const ids = changeableRoots(editor.page, editor.state().selection)
  if (ids.length === 0) return false
  const { grid } = editor.page
  const step = grid.snap ? isFar ? 1 : grid.size : isFar ? FAR : 1
  if (moveGrip(editor, { x: x * step, y: y * step })) return true
  // A line that only hangs on shapes would stay where it is.
  if (ids.every(id => hangs(objectOf(editor.page, id)))) return true
  const from = grid.snap && !isFar ? pageBounds(editor.page, ids) : null
  const way = (at: number, direction: number) => from ? toGrid(at, direction, step) : direction * step
  editor.change(moveObjects(editor.page, ids, { x: way(from?.x ?? 0, x), y: way(from?.y ?? 0, y) }), { name: 'Nudge', merge: true })
  const bounds = selectedBounds(editor)
  if (bounds) reveal(editor, bounds)
  return true
}
