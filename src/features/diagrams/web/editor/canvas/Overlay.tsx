import { useSyncExternalStore, type ReactNode } from 'react'
import type { Point } from '#diagrams/model/document.ts'
import { isBoxed, isConnector, type Placed } from '#diagrams/render/scene.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import type { EditorContext } from '../editor-context.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import { anchorOnPage, connectionPointsOf, type Target } from '../tools/connect.ts'
import { arrowsOf, frameCorners, handleKey, handlesOf, selectionFrame, type Handle } from '../tools/handles.ts'
import { labelArea } from '../tools/hit.ts'
import { connectable } from '../tools/idle.ts'
import type { Guide } from '../tools/snap.ts'
import type { Hints } from '../tools/tools.ts'
import { toScreen } from '../scene/camera.ts'
import { connectorPoints, placeBounds, placesOf, sceneOf } from '../scene/live-scene.ts'
import { outlinePath, screenPath } from './outline-path.ts'
import { OthersSelections } from './OthersSelections.tsx'

/** Maximum of selected objects with a separate outline. */
const MOST_OUTLINES = 60
/** End strokes of a gap guide, px. */
const TICK = 4

/** Screen-space overlay: frames, handles, guides, connection points. */
export function Overlay() {
  const editor = useEditor()
  const { tools } = editor
  useEditorState(state => state)
  const hints = useSyncExternalStore(tools.subscribe, tools.hints)
  return (
    <svg className="ox-de-overlay" aria-hidden="true">
      <OthersSelections />
      <Drop editor={editor} id={hints.drop} />
      <Hover editor={editor} hints={hints} />
      <Selection
        editor={editor}
        isResting={hints.state === 'idle' || hints.state === 'pressed'}
        isShaping={hints.state === 'shaping'}
        grip={hints.grip}
      />
      {hints.state === 'idle' && <Connectors editor={editor} hover={hints.hover} />}
      {hints.target && <TargetPlaces editor={editor} target={hints.target} />}
      {hints.guides.map((guide, index) => (
        <GuideLine key={index} editor={editor} guide={guide} />
      ))}
      {hints.marquee && <Marquee editor={editor} area={hints.marquee} />}
      {hints.readout && <Readout editor={editor} {...hints.readout} />}
    </svg>
  )
}

interface Part {
  editor: EditorContext
}

function Drop({ editor, id }: Part & { id: string | null }) {
  const place = id === null ? undefined : sceneOf(editor).placed.get(id)
  return place ? (
    <path className="ox-de-drop" data-line={isConnector(place) || undefined} d={outlinePath(editor, place)} />
  ) : null
}

function Hover({ editor, hints }: Part & { hints: Hints }) {
  const { selection, tool } = editor.state()
  const isShown =
    hints.hover !== null &&
    hints.state === 'idle' &&
    !selection.has(hints.hover) &&
    tool.kind !== 'shape' &&
    tool.kind !== 'text'
  const place = isShown && hints.hover !== null ? sceneOf(editor).placed.get(hints.hover) : undefined
  return place ? <path className="ox-de-hover" d={outlinePath(editor, place)} /> : null
}

function Selection({
  editor,
  isResting,
  isShaping,
  grip,
}: Part & { isResting: boolean; isShaping: boolean; grip: string | null }) {
  const frame = selectionFrame(editor)
  const { editing, selection } = editor.state()
  if (!frame || (editing && frame.kind === 'box')) return null
  if (frame.kind === 'line') {
    return (
      <>
        {!editing && (
          <path className="ox-de-line" d={screenPath(editor, connectorPoints(sceneOf(editor), frame.line), false)} />
        )}
        {frame.line.object.labels.map((_, index) => (
          <LabelBox key={index} editor={editor} area={labelArea(sceneOf(editor), frame.line, index)} />
        ))}
        {isResting && handlesOf(editor).map(handle => <HandleMark key={handleKey(handle)} handle={handle} turn={0} />)}
        <Grip editor={editor} grip={grip} />
      </>
    )
  }
  const corners = frameCorners(editor, frame)
  const [first, second] = corners
  const turn = first && second ? (Math.atan2(second.y - first.y, second.x - first.x) * 180) / Math.PI : 0
  const places = frame.single ? [] : placesOf(sceneOf(editor), selection)
  return (
    <>
      {places.length <= MOST_OUTLINES &&
        places.map(place => <path key={place.object.id} className="ox-de-one" d={boxPath(editor, place)} />)}
      <path
        className="ox-de-frame"
        data-locked={!frame.canChange && !editor.state().isReadOnly ? true : undefined}
        d={`${corners.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}Z`}
      />
      {(isResting || isShaping) &&
        handlesOf(editor).map(
          handle =>
            (isResting || handle.kind === 'parameter') && (
              <HandleMark key={handleKey(handle)} handle={handle} turn={turn} />
            ),
        )}
      <Grip editor={editor} grip={grip} />
    </>
  )
}

/** Focus ring of the handle controlled by keys. */
function Grip({ editor, grip }: Part & { grip: string | null }) {
  const handle = grip === null ? undefined : handlesOf(editor).find(one => handleKey(one) === grip)
  return handle ? <circle className="ox-de-grip" cx={handle.at.x} cy={handle.at.y} r={11} /> : null
}

function boxPath(editor: EditorContext, place: Placed): string {
  if (isConnector(place)) return outlinePath(editor, place)
  const { left, top, right, bottom } = placeBounds(sceneOf(editor), place)
  return screenPath(
    editor,
    [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    true,
  )
}

function HandleMark({ handle, turn }: { handle: Handle; turn: number }): ReactNode {
  const { x, y } = handle.at
  switch (handle.kind) {
    case 'resize':
      return (
        <rect
          className="ox-de-handle"
          x={-4}
          y={-4}
          width={8}
          height={8}
          rx={2}
          transform={`translate(${x} ${y}) rotate(${turn})`}
        />
      )
    case 'rotate':
      return (
        <g className="ox-de-turn" transform={`translate(${x} ${y}) rotate(${turn})`}>
          <circle r={8} />
          <path d="M-3.6 1.2a3.8 3.8 0 1 0 1.2-4M-3.4 -4.6v2.2h2.2" />
        </g>
      )
    case 'parameter':
      return <path className="ox-de-parameter" d="M0 -6L6 0L0 6L-6 0Z" transform={`translate(${x} ${y})`} />
    case 'end':
      return <circle className="ox-de-handle" cx={x} cy={y} r={5} />
    case 'corner':
      return <circle className="ox-de-handle" cx={x} cy={y} r={4.5} />
    case 'bend':
      return <circle className="ox-de-bend" cx={x} cy={y} r={3.5} />
    case 'label':
      return null
  }
}

function LabelBox({ editor, area }: Part & { area: Rect | null }) {
  if (!area) return null
  const { camera } = editor.state()
  const { x, y } = toScreen(camera, area)
  return (
    <rect
      className="ox-de-label"
      x={x - 3}
      y={y - 2}
      width={area.width * camera.zoom + 6}
      height={area.height * camera.zoom + 4}
      rx={3}
    />
  )
}

/** Arrows and connection points of the hovered shape, and of a single selected one. */
function Connectors({ editor, hover }: Part & { hover: string | null }) {
  const { selection, tool, isReadOnly, editing } = editor.state()
  if (isReadOnly || editing || (tool.kind !== 'select' && tool.kind !== 'connector')) return null
  const [single] = selection.size === 1 ? selection : []
  // A multiple selection is moved together: arrows would be in the way.
  const hovered = selection.size > 1 && hover !== null && selection.has(hover) ? null : connectable(editor, hover)
  const selected = single !== undefined && tool.kind === 'select' ? connectable(editor, single) : null
  const { camera } = editor.state()
  return (
    <>
      {[...new Set([hovered, selected])].map(
        place =>
          place &&
          !(tool.kind === 'connector') && (
            <g key={place.object.id} className="ox-de-arrows">
              {arrowsOf(editor, place).map(({ side, at, turn }) => (
                <g key={side} transform={`translate(${at.x} ${at.y}) rotate(${turn})`}>
                  <circle r={9} />
                  <path d="M-3.5 0h6.5M0 -3l3 3l-3 3" />
                </g>
              ))}
            </g>
          ),
      )}
      {hovered &&
        !selection.has(hovered.object.id) &&
        connectionPointsOf(hovered.object).map(point => {
          const { x, y } = toScreen(camera, anchorOnPage(hovered, point))
          return <circle key={`${point.x} ${point.y}`} className="ox-de-point" cx={x} cy={y} r={4} />
        })}
    </>
  )
}

/** Connection points of a connector's potential target. */
function TargetPlaces({ editor, target }: Part & { target: Target }) {
  const place = sceneOf(editor).placed.get(target.objectId)
  if (!isBoxed(place)) return null
  const { camera } = editor.state()
  const at = target.anchor && toScreen(camera, anchorOnPage(place, target.anchor))
  return (
    <>
      <path className="ox-de-target" d={outlinePath(editor, place)} />
      {connectionPointsOf(place.object).map(point => {
        const { x, y } = toScreen(camera, anchorOnPage(place, point))
        return <circle key={`${point.x} ${point.y}`} className="ox-de-point" cx={x} cy={y} r={4} />
      })}
      {at && <circle className="ox-de-snap" cx={at.x} cy={at.y} r={7} />}
    </>
  )
}

function GuideLine({ editor, guide }: Part & { guide: Guide }) {
  const { camera } = editor.state()
  const [from, to] = [toScreen(camera, guide.from), toScreen(camera, guide.to)]
  if (guide.kind === 'line') return <path className="ox-de-guide" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
  const isLevel = Math.abs(from.y - to.y) < Math.abs(from.x - to.x)
  const tick = ({ x, y }: Point) => (isLevel ? `M${x} ${y - TICK}V${y + TICK}` : `M${x - TICK} ${y}H${x + TICK}`)
  return (
    <g>
      <path className="ox-de-guide" data-gap d={`M${from.x} ${from.y}L${to.x} ${to.y}${tick(from)}${tick(to)}`} />
      <text
        className="ox-de-gap"
        x={(from.x + to.x) / 2 + (isLevel ? 0 : 8)}
        y={(from.y + to.y) / 2 + (isLevel ? -8 : 0)}
        textAnchor={isLevel ? 'middle' : 'start'}
        dy={isLevel ? undefined : '0.35em'}
      >
        {Math.round(Math.hypot(guide.to.x - guide.from.x, guide.to.y - guide.from.y))}
      </text>
    </g>
  )
}

function Marquee({ editor, area }: Part & { area: Rect }) {
  const { camera } = editor.state()
  const { x, y } = toScreen(camera, area)
  return (
    <rect className="ox-de-marquee" x={x} y={y} width={area.width * camera.zoom} height={area.height * camera.zoom} />
  )
}

/** Size or angle during a change. */
function Readout({ editor, text, at }: Part & { text: string; at: Point }) {
  const { x, y } = toScreen(editor.state().camera, at)
  const width = text.length * 7 + 14
  return (
    <g className="ox-de-readout" transform={`translate(${Math.round(x)} ${Math.round(y) + 20})`}>
      <rect x={-width / 2} y={-10} width={width} height={20} rx={5} />
      <text textAnchor="middle" dy="0.35em">
        {text}
      </text>
    </g>
  )
}
