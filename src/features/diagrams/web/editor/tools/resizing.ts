/** Resizing and rotating the selection. */
import type { Point } from '#diagrams/model/document.ts'
import { resizeObjects, rotateObjects, setBox } from '#diagrams/operations/move.ts'
import { changeableRoots, inverse } from '#diagrams/operations/tree.ts'
import { apply, boxMatrix } from '#diagrams/model/geometry/matrix.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import type { EditorContext } from '../editor-context.ts'
import { rectOf } from '../scene/bounds.ts'
import { cursorOf, type BoxFrame, type Handle } from './handles.ts'
import { snapOptions, snapTargets } from './moving.ts'
import { snapAngle, snapPoint } from './snap.ts'
import type { Pointer, State, Tools } from './tools.ts'

/** Minimum size, px. */
const LEAST = 4
/** Angle step with Shift; without, soft snapping to eighths. */
const ANGLE_STEP = 15
const SOFT_STEP = 45
const SOFT_REACH = 2

type ResizeHandle = Extract<Handle, { kind: 'resize' }>

/** Drags a corner or side: Shift preserves the aspect, Alt the centre, Ctrl disables snapping. */
export function resizing(tools: Tools, frame: BoxFrame, handle: ResizeHandle, start: Pointer): State {
  const { editor } = tools
  const { page } = editor
  const ids = changeableRoots(page, editor.state().selection)
  const others = snapTargets(editor, new Set(ids))
  const back = inverse(frame.matrix)
  const { a, b, c, d } = frame.matrix
  const isUpright = b === 0 && c === 0 && a === 1 && d === 1
  const held = { x: handle.u * frame.width, y: handle.v * frame.height }
  const grip = apply(back, start.page)
  const axes = [...(handle.u === 0.5 ? [] : ['x' as const]), ...(handle.v === 0.5 ? [] : ['y' as const])]
  const onPage = (local: Point) => apply(frame.matrix, local)
  return {
    name: 'resizing',
    cursor: cursorOf(handle, frame),
    scrolls: true,
    move: now => {
      const pointer = apply(back, now.page)
      let corner = { x: held.x + pointer.x - grip.x, y: held.y + pointer.y - grip.y }
      const keepsAspect = now.shift !== frame.keepsAspect
      const snapped = isUpright && !now.ctrl ? snapPoint(onPage(corner), axes, snapOptions(editor, others)) : null
      if (snapped) corner = apply(back, snapped.at)
      const box = resized(frame, handle, corner, { keepsAspect, aboutMiddle: now.alt })
      editor.show(
        frame.single
          ? boxChange(editor, frame, box)
          : resizeObjects(
              page,
              ids,
              toPageRect(frame, { left: 0, top: 0, right: frame.width, bottom: frame.height }),
              toPageRect(frame, box),
            ),
      )
      const { width, height } = rectOf(box)
      tools.hint({
        guides: keepsAspect ? [] : (snapped?.guides ?? []),
        readout: {
          text: `${Math.round(width)} × ${Math.round(height)}`,
          at: onPage({ x: (box.left + box.right) / 2, y: box.bottom }),
        },
      })
      return undefined
    },
    up: () => {
      editor.commit({ name: 'Resize' })
      return tools.idle()
    },
  }
}

/** The frame's new box in its own coordinates. */
export function resized(
  { width, height }: { width: number; height: number },
  { u, v }: { u: number; v: number },
  to: Point,
  { keepsAspect, aboutMiddle }: { keepsAspect: boolean; aboutMiddle: boolean },
): Bounds {
  const length = (share: number, at: number, whole: number) => {
    if (share === 0.5) return whole
    const wanted = share === 1 ? at : whole - at
    return Math.max(Math.min(LEAST, whole), aboutMiddle ? 2 * wanted - whole : wanted)
  }
  let [across, down] = [length(u, to.x, width), length(v, to.y, height)]
  if (keepsAspect && width > 0 && height > 0) {
    const [x, y] = [across / width, down / height]
    const scale = u === 0.5 ? y : v === 0.5 ? x : Math.max(x, y)
    across = width * scale
    down = height * scale
  }
  const from = (share: number, whole: number, made: number) =>
    aboutMiddle || share === 0.5 ? (whole - made) / 2 : share === 1 ? 0 : whole - made
  const [left, top] = [from(u, width, across), from(v, height, down)]
  return { left, top, right: left + across, bottom: top + down }
}

/** A single object's new box in its old coordinates, with its angle. */
function boxChange(editor: EditorContext, { single }: BoxFrame, box: Bounds) {
  const object = single?.object
  if (!object) return { type: 'all', changes: [] } as const
  const { width, height } = rectOf(box)
  const middle = apply(boxMatrix(object), { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 })
  return setBox(documentPage(editor), object.id, { x: middle.x - width / 2, y: middle.y - height / 2, width, height })
}

function toPageRect({ matrix }: BoxFrame, { left, top, right, bottom }: Bounds): Rect {
  return { x: matrix.e + left, y: matrix.f + top, width: right - left, height: bottom - top }
}

function documentPage(editor: EditorContext) {
  const { document, pageId } = editor.state()
  return document.pages.find(({ id }) => id === pageId) ?? editor.page
}

/** Rotates about the frame's middle: Shift by 15°, else soft snapping to eighths. */
export function rotating(tools: Tools, frame: BoxFrame, start: Pointer): State {
  const { editor } = tools
  const { page } = editor
  const ids = changeableRoots(page, editor.state().selection)
  const about = apply(frame.matrix, { x: frame.width / 2, y: frame.height / 2 })
  const angle = ({ page: { x, y } }: Pointer) => (Math.atan2(y - about.y, x - about.x) * 180) / Math.PI
  const before = (Math.atan2(frame.matrix.b, frame.matrix.a) * 180) / Math.PI
  return {
    name: 'rotating',
    cursor: 'grabbing',
    move: now => {
      const free = before + angle(now) - angle(start)
      const soft = snapAngle(free, SOFT_STEP)
      const turned = now.shift
        ? snapAngle(free, ANGLE_STEP)
        : !now.ctrl && Math.abs(free - soft) <= SOFT_REACH
          ? soft
          : Math.round(free)
      editor.show(rotateObjects(page, ids, turned - before, about))
      tools.hint({ readout: { text: `${((Math.round(turned) % 360) + 360) % 360}°`, at: now.page } })
      return undefined
    },
    up: () => {
      editor.commit({ name: 'Rotate' })
      return tools.idle()
    },
  }
}
