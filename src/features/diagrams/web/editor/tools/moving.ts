/** Pressing and dragging objects. */
import { compose, type Change } from '#diagrams/model/changes.ts'
import { duplicate } from '#diagrams/operations/clip.ts'
import type { Point } from '#diagrams/model/document.ts'
import { holderOfLane, poolOf } from '#diagrams/operations/lanes.ts'
import { moveObjects, reparent } from '#diagrams/operations/move.ts'
import { pageAfter } from '#diagrams/operations/settle.ts'
import { ancestorsOf, changeableRoots, isBox, objectOf } from '#diagrams/operations/tree.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import { distance } from '#diagrams/model/geometry/path.ts'
import { isBoxed } from '#diagrams/render/scene.ts'
import { viewBounds } from '../scene/camera.ts'
import { placeBounds, sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { grown, overlap, united } from '../scene/bounds.ts'
import { containerAt } from './hit.ts'
import { snapMove, type SnapOptions } from './snap.ts'
import type { Pointer, State, Tools } from './tools.ts'

/** Drag threshold, px of the screen. */
const SLACK = 4
const TOUCH_SLACK = 10
/** Snap distance, px of the screen. */
const SNAP_REACH = 6
/** Maximum of objects to snap to. */
const MOST_OTHERS = 400

/** Whether the pointer exceeded the drag threshold. */
export function isDrag(start: Pointer, now: Pointer): boolean {
  return distance(start.screen, now.screen) > (start.isTouch ? TOUCH_SLACK : SLACK)
}

/**
 * The pressed state, before a click or a drag.
 * @param clicked runs on release without a drag
 * @param dragged the state of a drag, if any
 */
export function pressed(
  tools: Tools,
  start: Pointer,
  clicked: () => void,
  dragged: (now: Pointer) => State | undefined,
): State {
  return {
    name: 'pressed',
    move: now => (isDrag(start, now) ? (dragged(now) ?? tools.idle()) : undefined),
    up: () => {
      clicked()
      return tools.idle()
    },
  }
}

/** Drags the selection; with Alt a copy of it. */
export function dragging(tools: Tools, start: Pointer): State {
  const { editor } = tools
  const { page } = editor
  const roots = changeableRoots(page, editor.state().selection)
  const moving = new Set(roots)
  const scene = sceneOf(editor)
  const bounds = united(
    roots.flatMap(id => {
      const place = scene.placed.get(id)
      return place ? [placeBounds(scene, place)] : []
    }),
  )
  const others = snapTargets(editor, moving)
  // Stable ids, so that copies are not drawn again with every move.
  const copies = new Map<string, string>()
  return {
    name: 'dragging',
    cursor: 'move',
    scrolls: true,
    move: now => {
      const way = { x: now.page.x - start.page.x, y: now.page.y - start.page.y }
      // Shift locks the axis.
      if (now.shift) way[Math.abs(way.x) >= Math.abs(way.y) ? 'y' : 'x'] = 0
      const snapped = bounds && !now.ctrl ? snapMove(bounds, way, snapOptions(editor, others)) : { by: way, guides: [] }
      const by = now.shift ? { x: way.x && snapped.by.x, y: way.y && snapped.by.y } : snapped.by
      const drop = now.alt ? null : (containerAt(scene, now.page, moving)?.object.id ?? null)
      editor.show(
        now.alt ? duplicate(editor.state().document, page.id, roots, by, copies).change : moveObjects(page, roots, by),
      )
      tools.hint({
        guides: snapped.guides,
        drop: roots.some(id => isFree(editor, id) && objectOf(page, id)?.parent !== drop) ? drop : null,
      })
      return undefined
    },
    up: now => {
      if (now.alt) {
        const way =
          bounds && !now.ctrl
            ? snapMove(bounds, between(start, now), snapOptions(editor, others)).by
            : between(start, now)
        const { change, ids } = duplicate(editor.state().document, page.id, roots, way, copies)
        editor.change(change, { name: 'Duplicate', selection: ids })
      } else {
        const shown = editor.state().preview?.change
        const drop = containerAt(scene, now.page, moving)?.object.id ?? null
        if (shown) editor.change(compose(shown, putInto(editor, shown, roots, drop)), { name: 'Move' })
      }
      return tools.idle()
    },
  }
}

function between(start: Pointer, now: Pointer): Point {
  return { x: now.page.x - start.page.x, y: now.page.y - start.page.y }
}

/** Changes parents of dropped objects. */
function putInto(editor: EditorContext, moved: Change, roots: readonly string[], drop: string | null): Change {
  const { page } = editor
  const changes: Change[] = []
  let after = pageAfter({ ...page, ...documentPage(editor) }, moved)
  for (const [holder, ids] of byHolder(editor, roots, drop)) {
    const step = reparent(after, ids, holder)
    changes.push(step)
    after = pageAfter(after, step)
  }
  return compose(...changes)
}

/** Dropped objects that get another parent, by it: lanes go into the pool, not into one of its lanes. */
function byHolder(editor: EditorContext, roots: readonly string[], drop: string | null): Map<string | null, string[]> {
  const { page } = editor
  const holders = new Map<string | null, string[]>()
  for (const id of roots) {
    const object = objectOf(page, id)
    const holder = drop !== null && object?.kind === 'shape' ? holderOfLane(page, object, drop) : drop
    if (isFree(editor, id) && (object?.parent ?? null) !== holder)
      holders.set(holder, [...(holders.get(holder) ?? []), id])
  }
  return holders
}

/** The page without the preview. */
function documentPage(editor: EditorContext) {
  const { document, pageId } = editor.state()
  return document.pages.find(({ id }) => id === pageId)
}

/** Whether dropping changes an object's parent: not in groups, nor for connectors or lanes, which stay in pools. */
function isFree(editor: EditorContext, id: string): boolean {
  const { page } = editor
  return isBox(objectOf(page, id)) && ancestorsOf(page, id)[0]?.kind !== 'group' && !poolOf(page, id)
}

/** Bounds of visible unmoved objects, to snap to. */
export function snapTargets(editor: EditorContext, moving: ReadonlySet<string>): Bounds[] {
  const scene = sceneOf(editor)
  const view = grown(viewBounds(editor), 0)
  const found: Bounds[] = []
  for (const place of scene.drawn) {
    if (!isBoxed(place) || moving.has(place.object.id)) continue
    const bounds = placeBounds(scene, place)
    if (!overlap(bounds, view)) continue
    const holders = ancestorsOf(scene.page, place.object.id)
    // Groups count as a whole.
    if (holders.some(({ id, kind }) => moving.has(id) || kind === 'group')) continue
    found.push(bounds)
    if (found.length >= MOST_OTHERS) break
  }
  return found
}

export function snapOptions(editor: EditorContext, others: readonly Bounds[]): SnapOptions {
  const { grid } = editor.page
  return { others, tolerance: SNAP_REACH / editor.state().camera.zoom, grid: grid.snap ? grid.size : null }
}
