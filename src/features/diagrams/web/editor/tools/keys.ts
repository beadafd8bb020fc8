/** What keys do on the canvas. */
import { moveObjects } from '../../../model/move.ts'
import type { DiagramObject } from '../../../model/document.ts'
import { changeableRoots, objectOf } from '../../../model/tree.ts'
import { reveal, selectedBounds } from '../canvas/camera.ts'
import type { Editor } from '../store/editor.ts'
import { moveGrip, removeGripped, useToolByKey } from './by-keys.ts'
import { commands, runCommand, type Command, type CommandId } from './commands.ts'
import { toolsOf } from './tools-of.ts'
import { neighbour } from './walk.ts'

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

/** The command of a key, if it has one. */
export function commandFor({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): CommandId | undefined {
  const name = key.length === 1 ? key.toUpperCase() : key
  // Brackets need Alt and Ctrl on some keyboards.
  if ((key === '[' || key === ']') && altKey) return SHORTCUTS.get(key)
  return SHORTCUTS.get(`${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`)
}

/**
 * A key that was pressed while the canvas, or nothing else that takes keys, has the focus.
 * @param onCanvas the canvas has the focus itself: then Tab walks through the objects
 * @returns whether it did something, and the browser shall do nothing
 */
export function pressKey(editor: Editor, key: Key, onCanvas: boolean): boolean {
  if (key.key !== 'Tab' && key.key !== 'Escape') toolsOf(editor).isLeaving = false
  const isPlain = !key.ctrlKey && !key.metaKey && !key.altKey
  if (key.key === 'Escape') return escape(editor)
  if (onCanvas && key.key === 'Tab' && isPlain) return walk(editor, key.shiftKey ? -1 : 1)
  const by = ARROWS[key.key]
  if (by && isPlain) return onCanvas && nudge(editor, by, key.shiftKey)
  if (onCanvas && isPlain && key.key === 'Enter' && useToolByKey(editor)) return true
  if (onCanvas && isPlain && (key.key === 'Delete' || key.key === 'Backspace') && removeGripped(editor)) return true
  const command = commandFor(key)
  if (!command || BY_EVENT.includes(command)) return false
  // Letters and Enter elsewhere belong to what has the focus.
  if (!onCanvas && isPlain && (key.key.length === 1 || key.key === 'Enter')) return false
  const isDone = runCommand(editor, command)
  // Keys of the browser that would lead away are kept from it even when there is nothing to do.
  return isDone || key.ctrlKey || key.metaKey
}

function escape(editor: Editor): boolean {
  const tools = toolsOf(editor)
  const { tool, selection } = editor.state()
  if (tools.cancel()) return true
  if (tools.hints().grip !== null) {
    tools.hint({ grip: null })
    return true
  }
  if (tool.kind !== 'select') editor.set({ tool: { kind: 'select' } })
  else if (selection.size > 0) editor.select([])
  else {
    tools.isLeaving = true
    return false
  }
  tools.refresh()
  return true
}

/** Selects the next object; beyond the last one, and after Escape with nothing selected, Tab leaves the canvas. */
function walk(editor: Editor, direction: 1 | -1): boolean {
  const tools = toolsOf(editor)
  const next = tools.isLeaving ? null : neighbour(editor, direction)
  tools.isLeaving = false
  if (next === null) return false
  tools.hint({ grip: null })
  editor.select([next])
  const bounds = selectedBounds(editor)
  if (bounds) reveal(editor, bounds)
  return true
}

function hangs(object: DiagramObject | undefined): boolean {
  return object?.kind === 'connector' && object.from.attached !== undefined && object.to.attached !== undefined && object.waypoints.length === 0
}

/** Moves what is selected by a px, with Shift by ten, or by the grid where it holds what is drawn. */
function nudge(editor: Editor, { x, y }: { x: number; y: number }, isFar: boolean): boolean {
  const ids = changeableRoots(editor.page, editor.state().selection)
  if (ids.length === 0) return false
  const { grid } = editor.page
  const step = isFar ? FAR : grid.snap ? grid.size : 1
  if (moveGrip(editor, { x: x * step, y: y * step })) return true
  // A line that only hangs on shapes would stay where it is.
  if (ids.every(id => hangs(objectOf(editor.page, id)))) return true
  editor.change(moveObjects(editor.page, ids, { x: x * step, y: y * step }), { name: 'Nudge', merge: true })
  const bounds = selectedBounds(editor)
  if (bounds) reveal(editor, bounds)
  return true
}
