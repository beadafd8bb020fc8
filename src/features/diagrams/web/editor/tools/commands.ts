/** Named commands, shared by toolbar, context menu and keys. */
import { t } from '#platform/web/i18n.ts'
import { compose, type Change } from '#diagrams/model/changes.ts'
import {
  align,
  canGroup,
  distribute,
  group,
  matchSize,
  reorder,
  setLocked,
  ungroup,
} from '#diagrams/operations/arrange.ts'
import { duplicate } from '#diagrams/operations/clip.ts'
import type { ConnectorObject, DiagramObject, DiagramPage, Point } from '#diagrams/model/document.ts'
import { addLane, laneKind, lanesOf, moveLane, poolAt, poolOf } from '#diagrams/operations/lanes.ts'
import { flipObjects, rotateObjects } from '#diagrams/operations/move.ts'
import { remove } from '#diagrams/operations/remove.ts'
import { styleObjects } from '#diagrams/operations/style.ts'
import { changeableRoots, objectOf, pageBounds } from '#diagrams/operations/tree.ts'
import { fitAll, fitSelection, zoomBy, ZOOM_STEP, zoomTo } from '../scene/camera.ts'
import { copySelection, cutSelection, pasteFromClipboard } from './clipboard.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Tool } from '../store/state.ts'
import { beginConnector, beginPainting, connectorStart, grippable, gripNext } from './by-keys.ts'
import type { Side } from './connect.ts'
import { addNext } from './connecting.ts'
import { connectable } from './idle.ts'
import { changeableShapes, offeringInstead, offeringNext } from './offering.ts'
import { editText } from './text.ts'
import { resetDefaultStyle, hasDefaultStyle, storeDefaultStyle } from './default-style.ts'
import { readingOrder } from './walk.ts'

export interface Command {
  /** English; a key of i18n. */
  name: string
  /** Displayed shortcut such as `Ctrl+Shift+G`, also handled by the keys. */
  shortcut?: string
  isPossible: (editor: EditorContext) => boolean
  run: (editor: EditorContext) => void
}

/** Offset of a copy, px. */
const BESIDE = 20

/** Offset of the next copy: that of the last one, which makes rows. */
function wayOfCopies(editor: EditorContext, ids: readonly string[]): Point {
  const before = editor.lastDuplicated
  const isAgain = before?.ids.length === ids.length && before.ids.every(id => ids.includes(id))
  const [from, to] = isAgain ? [pageBounds(editor.page, before.from), pageBounds(editor.page, before.ids)] : []
  const way = from && to ? { x: to.x - from.x, y: to.y - from.y } : null
  return way && (way.x !== 0 || way.y !== 0) ? way : { x: BESIDE, y: BESIDE }
}

const isOpen = (editor: EditorContext) => !editor.state().isReadOnly
const hasSome =
  (least = 1) =>
  (editor: EditorContext) =>
    isOpen(editor) && changeable(editor).length >= least

function changeable(editor: EditorContext): string[] {
  return changeableRoots(editor.page, editor.state().selection)
}

/** A command that changes the selection in one step. */
function arranging(
  name: string,
  make: (page: DiagramPage, ids: string[]) => Change,
  more: { shortcut?: string; least?: number } = {},
): Command {
  const { shortcut, least = 1 } = more
  return {
    name,
    ...(shortcut ? { shortcut } : {}),
    isPossible: hasSome(least),
    run: editor => {
      editor.change(make(editor.page, changeable(editor)), { name })
    },
  }
}

/** A tool command: focuses the canvas and announces what Enter does. */
function choosing(name: string, tool: Tool, shortcut: string): Command {
  return {
    name,
    shortcut,
    isPossible: editor => tool.kind === 'select' || tool.kind === 'pan' || isOpen(editor),
    run: editor => {
      const { tools } = editor
      tools.takeFocus?.()
      if (tool.kind === 'connector') return beginConnector(editor)
      editor.set({ tool })
      tools.refresh()
      tools.say(
        tool.kind === 'shape' || tool.kind === 'text'
          ? t('{{tool}}: Enter puts it onto the drawing area.', { tool: t(name) })
          : t(name),
      )
    },
  }
}

/** Selects a handle, for the arrow keys. */
function selectHandle(name: string, direction: 1 | -1, shortcut: string): Command {
  return {
    name,
    shortcut,
    isPossible: hasHandles,
    run: editor => {
      editor.tools.takeFocus?.()
      gripNext(editor, direction)
    },
  }
}

/** Offers what comes next on a side; with Ctrl instead of Alt the same shape comes at once. */
function next(name: string, side: Side, shortcut: string, isAtOnce = false): Command {
  const single = (editor: EditorContext) => {
    const [id, ...others] = editor.state().selection
    return id !== undefined && others.length === 0 && connectable(editor, id) ? id : null
  }
  return {
    name,
    shortcut,
    isPossible: editor => isOpen(editor) && single(editor) !== null,
    run: editor => {
      const id = single(editor)
      if (id === null) return
      if (isAtOnce) addNext(editor.tools, id, side)
      else editor.tools.begin(() => offeringNext(editor.tools, id, side))
    },
  }
}

/** Adds a lane beside the selected one, or at an end of the selected pool; it is ready for its title. */
function addingLane(name: string, where: 'before' | 'after', shortcut: string): Command {
  return {
    name,
    shortcut,
    isPossible: editor => isOpen(editor) && laneOrPool(editor) !== null,
    run: editor => {
      const id = laneOrPool(editor)
      const added = id === null ? null : addLane(editor.page, id, where)
      if (!added) return
      editor.tools.takeFocus?.()
      editor.change(added.change, { name: 'Add lane', selection: [added.id] })
    },
  }
}

function movingLane(name: string, direction: 'horizontal' | 'vertical', by: 1 | -1, shortcut: string): Command {
  const lane = (editor: EditorContext) => {
    const id = laneOrPool(editor)
    return id !== null && poolOf(editor.page, id) && laneKind(objectOf(editor.page, id)) === direction ? id : null
  }
  return {
    name,
    shortcut,
    isPossible: editor => {
      const id = isOpen(editor) ? lane(editor) : null
      const pool = id === null ? null : poolOf(editor.page, id)
      const lanes = pool ? lanesOf(editor.page, pool.id) : []
      return lanes.length > 1 && lanes.at(by === 1 ? -1 : 0)?.id !== id
    },
    run: editor => {
      const id = lane(editor)
      if (id !== null) editor.change(moveLane(editor.page, id, by), { name: 'Move lane' })
    },
  }
}

/** The single selected lane of a pool, or pool. */
export function laneOrPool(editor: EditorContext): string | null {
  const [id, ...others] = editor.state().selection
  return id !== undefined && others.length === 0 && poolAt(editor.page, id) ? id : null
}

function turning(name: string, degrees: number, shortcut?: string): Command {
  return arranging(
    name,
    (page, ids) => {
      const bounds = pageBounds(page, ids)
      const about = bounds ? { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 } : { x: 0, y: 0 }
      return rotateObjects(page, ids, degrees, about)
    },
    shortcut ? { shortcut } : {},
  )
}

function isLockedOne(editor: EditorContext): boolean {
  return [...editor.state().selection].some(id => objectOf(editor.page, id)?.locked)
}

/** Unlocked selected connectors. */
function lines(editor: EditorContext): ConnectorObject[] {
  return changeable(editor).flatMap(id => {
    const object = objectOf(editor.page, id)
    return object?.kind === 'connector' ? [object] : []
  })
}

function hasLinesAlone(editor: EditorContext): boolean {
  const count = lines(editor).length
  return isOpen(editor) && count > 0 && count === changeable(editor).length
}

function routing(name: string, route: ConnectorObject['route']): Command {
  return {
    name,
    isPossible: hasLinesAlone,
    run: editor => {
      editor.change(styleObjects(editor.page, changeable(editor), { route }), { name: 'Route' })
    },
  }
}

function hasHandles(editor: EditorContext): boolean {
  return isOpen(editor) && grippable(editor).length > 0
}

/** The single selected shape or connector, source of default styles. */
function exampleOf(editor: EditorContext): DiagramObject | null {
  const [only, ...others] = editor.selected
  return only && others.length === 0 && (only.kind === 'shape' || only.kind === 'connector') ? only : null
}

/** Ids include sides and edges. */
export const commands = {
  undo: {
    name: 'Undo',
    shortcut: 'Ctrl+Z',
    isPossible: editor => isOpen(editor) && editor.state().undo.length > 0,
    run: editor => {
      editor.undo()
    },
  },
  redo: {
    name: 'Redo',
    shortcut: 'Ctrl+Y',
    isPossible: editor => isOpen(editor) && editor.state().redo.length > 0,
    run: editor => {
      editor.redo()
    },
  },
  cut: { name: 'Cut', shortcut: 'Ctrl+X', isPossible: hasSome(), run: cutSelection },
  copy: {
    name: 'Copy',
    shortcut: 'Ctrl+C',
    isPossible: editor => editor.state().selection.size > 0,
    run: copySelection,
  },
  paste: { name: 'Paste', shortcut: 'Ctrl+V', isPossible: isOpen, run: pasteFromClipboard },
  duplicate: {
    name: 'Duplicate',
    shortcut: 'Ctrl+D',
    isPossible: hasSome(),
    run: editor => {
      const { document, pageId } = editor.state()
      const from = changeable(editor)
      const { change, ids } = duplicate(document, pageId, from, wayOfCopies(editor, from))
      if (editor.change(change, { name: 'Duplicate', selection: ids })) editor.lastDuplicated = { from, ids }
    },
  },
  delete: arranging('Delete', remove, { shortcut: 'Delete' }),
  selectAll: {
    name: 'Select all',
    shortcut: 'Ctrl+A',
    isPossible: editor => Object.keys(editor.page.objects).length > 0,
    run: editor => editor.select(readingOrder(editor)),
  },
  selectNone: {
    name: 'Select nothing',
    isPossible: editor => editor.state().selection.size > 0,
    run: editor => editor.select([]),
  },
  editText: {
    name: 'Edit text',
    shortcut: 'Enter',
    isPossible: editor => isOpen(editor) && editor.state().selection.size === 1 && changeable(editor).length === 1,
    run: editor => {
      for (const id of editor.state().selection) editText(editor, id)
    },
  },
  group: {
    name: 'Group objects',
    shortcut: 'Ctrl+G',
    isPossible: editor => isOpen(editor) && canGroup(editor.page, changeable(editor)),
    run: editor => {
      const { change, id } = group(editor.page, changeable(editor))
      editor.change(change, { name: 'Group objects', selection: [id] })
    },
  },
  ungroup: {
    name: 'Ungroup',
    shortcut: 'Ctrl+Shift+G',
    isPossible: editor => isOpen(editor) && changeable(editor).some(id => objectOf(editor.page, id)?.kind === 'group'),
    run: editor => {
      const { change, ids } = ungroup(editor.page, changeable(editor))
      editor.change(change, { name: 'Ungroup', selection: ids })
    },
  },
  front: arranging('Bring to front', (page, ids) => reorder(page, ids, 'front'), { shortcut: 'Ctrl+Shift+F' }),
  forward: arranging('Bring forward', (page, ids) => reorder(page, ids, 'forward'), { shortcut: 'Ctrl+]' }),
  backward: arranging('Send backward', (page, ids) => reorder(page, ids, 'backward'), { shortcut: 'Ctrl+[' }),
  back: arranging('Send to back', (page, ids) => reorder(page, ids, 'back'), { shortcut: 'Ctrl+Shift+B' }),
  alignLeft: arranging('Align left', (page, ids) => align(page, ids, 'left'), { least: 2, shortcut: 'Alt+A' }),
  alignCenter: arranging('Align centre', (page, ids) => align(page, ids, 'center'), { least: 2, shortcut: 'Alt+H' }),
  alignRight: arranging('Align right', (page, ids) => align(page, ids, 'right'), { least: 2, shortcut: 'Alt+D' }),
  alignTop: arranging('Align top', (page, ids) => align(page, ids, 'top'), { least: 2, shortcut: 'Alt+W' }),
  alignMiddle: arranging('Align middle', (page, ids) => align(page, ids, 'middle'), { least: 2, shortcut: 'Alt+V' }),
  alignBottom: arranging('Align bottom', (page, ids) => align(page, ids, 'bottom'), { least: 2, shortcut: 'Alt+S' }),
  distributeHorizontal: arranging('Distribute horizontally', (page, ids) => distribute(page, ids, 'horizontal'), {
    least: 3,
  }),
  distributeVertical: arranging('Distribute vertically', (page, ids) => distribute(page, ids, 'vertical'), {
    least: 3,
  }),
  sameWidth: arranging('Same width', (page, ids) => matchSize(page, ids, 'width'), { least: 2 }),
  sameHeight: arranging('Same height', (page, ids) => matchSize(page, ids, 'height'), { least: 2 }),
  sameSize: arranging('Same size', (page, ids) => matchSize(page, ids, 'both'), { least: 2 }),
  flipX: arranging('Flip horizontally', (page, ids) => flipObjects(page, ids, 'x'), { shortcut: 'Alt+Shift+H' }),
  flipY: arranging('Flip vertically', (page, ids) => flipObjects(page, ids, 'y'), { shortcut: 'Alt+Shift+V' }),
  rotateRight: turning('Rotate right', 90, 'Ctrl+R'),
  rotateLeft: turning('Rotate left', -90, 'Ctrl+Shift+R'),
  laneBefore: addingLane('Add lane before', 'before', 'Ctrl+Shift+Enter'),
  laneAfter: addingLane('Add lane after', 'after', 'Ctrl+Enter'),
  laneUp: movingLane('Move lane up', 'horizontal', -1, 'Alt+Shift+ArrowUp'),
  laneDown: movingLane('Move lane down', 'horizontal', 1, 'Alt+Shift+ArrowDown'),
  laneLeft: movingLane('Move lane left', 'vertical', -1, 'Alt+Shift+ArrowLeft'),
  laneRight: movingLane('Move lane right', 'vertical', 1, 'Alt+Shift+ArrowRight'),
  routeStraight: routing('Straight', 'straight'),
  routeOrthogonal: routing('Right angles', 'orthogonal'),
  routeCurved: routing('Curved', 'curved'),
  swapEnds: {
    name: 'Swap the ends',
    isPossible: hasLinesAlone,
    run: editor => {
      const swapped = lines(editor).map(({ id, startArrow, endArrow }): Change => ({
        type: 'update-object',
        pageId: editor.page.id,
        id,
        fields: { startArrow: endArrow, endArrow: startArrow },
      }))
      editor.change(compose(...swapped), { name: 'Swap the ends' })
    },
  },
  lock: {
    name: 'Lock',
    shortcut: 'Ctrl+L',
    isPossible: hasSome(),
    run: editor => {
      editor.change(setLocked(editor.page, changeable(editor), true), { name: 'Lock' })
    },
  },
  unlock: {
    name: 'Unlock',
    shortcut: 'Ctrl+Shift+L',
    isPossible: editor => isOpen(editor) && isLockedOne(editor),
    run: editor => {
      editor.change(setLocked(editor.page, editor.state().selection, false), { name: 'Unlock' })
    },
  },
  connect: {
    name: 'Connect with another shape',
    shortcut: 'Ctrl+J',
    isPossible: editor => isOpen(editor) && connectorStart(editor) !== undefined,
    run: editor => {
      editor.tools.takeFocus?.()
      beginConnector(editor)
    },
  },
  changeShape: {
    name: 'Change shape',
    shortcut: 'Alt+Shift+C',
    isPossible: editor => isOpen(editor) && changeableShapes(editor).length > 0,
    run: editor => editor.tools.begin(() => offeringInstead(editor.tools)),
  },
  formatPainter: {
    name: 'Format painter',
    shortcut: 'Ctrl+Shift+C',
    isPossible: editor => isOpen(editor) && editor.state().selection.size === 1,
    run: editor => {
      const [from] = editor.state().selection
      if (from === undefined) return
      editor.tools.takeFocus?.()
      beginPainting(editor, from, false)
    },
  },
  useLook: {
    name: 'Use this look for new shapes',
    shortcut: 'Ctrl+Shift+D',
    isPossible: editor => isOpen(editor) && exampleOf(editor) !== null,
    run: editor => {
      const example = exampleOf(editor)
      if (!example) return
      storeDefaultStyle(example)
      editor.tools.confirm(
        example.kind === 'connector'
          ? t('New connectors look like this one now.')
          : t('New shapes look like this one now.'),
      )
    },
  },
  resetDefaultStyle: {
    name: 'Usual look for new shapes',
    isPossible: editor => isOpen(editor) && hasDefaultStyle(),
    run: editor => {
      resetDefaultStyle()
      editor.tools.confirm(t('New shapes and connectors have their usual look again.'))
    },
  },
  nextHandle: selectHandle('Next handle of what is selected', 1, 'Ctrl+.'),
  previousHandle: selectHandle('Previous handle of what is selected', -1, 'Ctrl+,'),
  nextRight: next('What comes next to the right', 'right', 'Alt+ArrowRight'),
  nextLeft: next('What comes next to the left', 'left', 'Alt+ArrowLeft'),
  nextUp: next('What comes next above', 'top', 'Alt+ArrowUp'),
  nextDown: next('What comes next below', 'bottom', 'Alt+ArrowDown'),
  sameRight: next('Add connected shape to the right', 'right', 'Ctrl+ArrowRight', true),
  sameLeft: next('Add connected shape to the left', 'left', 'Ctrl+ArrowLeft', true),
  sameUp: next('Add connected shape above', 'top', 'Ctrl+ArrowUp', true),
  sameDown: next('Add connected shape below', 'bottom', 'Ctrl+ArrowDown', true),
  toolSelect: choosing('Select', { kind: 'select' }, 'V'),
  toolPan: choosing('Move the view', { kind: 'pan' }, 'H'),
  toolRectangle: choosing('Rectangle', { kind: 'shape', shape: 'basic.rectangle' }, 'R'),
  toolEllipse: choosing('Ellipse', { kind: 'shape', shape: 'basic.ellipse' }, 'O'),
  toolDiamond: choosing('Diamond', { kind: 'shape', shape: 'flowchart.decision' }, 'D'),
  toolConnector: choosing('Connector', { kind: 'connector' }, 'L'),
  toolText: choosing('Text', { kind: 'text' }, 'T'),
  zoomIn: { name: 'Zoom in', shortcut: 'Ctrl++', isPossible: () => true, run: editor => zoomBy(editor, ZOOM_STEP) },
  zoomOut: {
    name: 'Zoom out',
    shortcut: 'Ctrl+-',
    isPossible: () => true,
    run: editor => zoomBy(editor, 1 / ZOOM_STEP),
  },
  zoomFull: { name: 'Zoom to 100 %', shortcut: 'Ctrl+0', isPossible: () => true, run: editor => zoomTo(editor, 1) },
  fitAll: { name: 'Show all', shortcut: 'Ctrl+Shift+1', isPossible: () => true, run: fitAll },
  fitSelection: {
    name: 'Show selection',
    shortcut: 'Ctrl+Shift+2',
    isPossible: editor => editor.state().selection.size > 0,
    run: fitSelection,
  },
  find: { name: 'Find', shortcut: 'Ctrl+F', isPossible: () => true, run: editor => editor.panels.showSide('find') },
  link: {
    name: 'Link',
    shortcut: 'Ctrl+K',
    isPossible: hasSome(),
    run: editor => editor.panels.showDialog('link'),
  },
  help: {
    name: 'Keyboard shortcuts',
    shortcut: '?',
    isPossible: () => true,
    run: editor => editor.panels.showDialog('shortcuts'),
  },
} satisfies Record<string, Command>

export type CommandId = keyof typeof commands

/** Runs a command if possible. @returns whether it was */
export function runCommand(editor: EditorContext, id: CommandId): boolean {
  const command: Command = commands[id]
  if (!command.isPossible(editor)) return false
  const { tools } = editor
  tools.finishText?.()
  tools.cancel()
  tools.leave()
  tools.attempt(() => command.run(editor))
  return true
}

/** Middle of the viewport on the page: the default position. */
export function viewMiddle(editor: EditorContext): { x: number; y: number } {
  const { camera } = editor.state()
  const { width, height } = editor.viewSize
  return { x: camera.x + width / 2 / camera.zoom, y: camera.y + height / 2 / camera.zoom }
}
