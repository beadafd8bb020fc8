import type { CSSProperties } from 'react'
import type { OthersSelection } from '#features/live-editing/web/index.ts'
import { toScreen } from '../scene/camera.ts'
import { placeBounds, sceneOf } from '../scene/live-scene.ts'
import { useHost } from '../services/host.ts'
import { useEditor } from '../store/useEditor.ts'
import { outlinePath } from './outline-path.ts'

/** Colours of users, as tokens `--ox-person-0` and on. */
const COLOURS = 8
/** Characters of a name. */
const MOST_NAME = 24
/** Widths of characters, those of Chinese, Japanese and Korean apart, and the rest of a name's box, px. */
const CHARACTER = 6.6
const WIDE_CHARACTER = 11.5
const WIDE = /[\u2e80-\uffff]|[\u{1f000}-\u{3ffff}]/u
const PADDING = 10

/** Outlines of the objects that others have selected on this page, each in the colour of its user. */
export function OthersSelections() {
  const { selections } = useHost()
  const { pageId } = useEditor().state()
  return selections.flatMap((selection, index) =>
    selection.page === pageId ? <Selected key={index} selection={selection} /> : [],
  )
}

function Selected({ selection: { name, colour, ids } }: { selection: OthersSelection }) {
  const editor = useEditor()
  const scene = sceneOf(editor)
  const places = ids.flatMap(id => scene.placed.get(id) ?? [])
  const [first] = places
  if (!first) return null
  const { left, top } = placeBounds(scene, first)
  const { x, y } = toScreen(editor.state().camera, { x: left, y: top })
  const characters = [...name]
  const shown = characters.length > MOST_NAME ? [...characters.slice(0, MOST_NAME - 1), '…'] : characters
  const width = shown.reduce((sum, character) => sum + (WIDE.test(character) ? WIDE_CHARACTER : CHARACTER), 0)
  const person = `var(--ox-person-${Math.trunc(Math.abs(colour)) % COLOURS || 0})`
  return (
    <g className="ox-de-other" style={{ '--ox-de-person': person } as CSSProperties}>
      {places.map(place => (
        <path key={place.object.id} d={outlinePath(editor, place)} />
      ))}
      <g transform={`translate(${Math.round(x)} ${Math.round(y) - 20})`}>
        <rect width={width + PADDING} height={17} rx={4} />
        <text x={PADDING / 2} y={12.5} textLength={width} lengthAdjust="spacingAndGlyphs">
          {shown.join('')}
        </text>
      </g>
    </g>
  )
}
