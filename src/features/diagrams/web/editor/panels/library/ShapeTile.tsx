import Type from 'lucide-react/icons/type'
import { memo } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { ShapeDefinition } from '#diagrams/shapes/contract.ts'
import { placeInView, startPlacing } from '../../canvas/placing.ts'
import { useEditor } from '../../store/useEditor.ts'
import { ROVING } from '../parts/useRoving.ts'
import { shapePicture } from './shape-picture.ts'
import { useSeen } from './useSeen.ts'

/** A library shape: dragged onto the canvas, or placed in its middle by a click. */
export const ShapeTile = memo(function ShapeTile({ shape }: { shape: ShapeDefinition }) {
  const editor = useEditor()
  const [tile, isSeen] = useSeen<HTMLButtonElement>()
  const name = t(shape.name)
  return (
    <button
      ref={tile}
      type="button"
      className="ox-de-tile"
      aria-label={name}
      title={name}
      data-shape={shape.id}
      onPointerDown={event => startPlacing(editor, shape.id, event)}
      onClick={() => {
        placeInView(editor, shape.id)
        editor.panels.makeRoom()
      }}
      {...ROVING}
    >
      {isSeen && <Picture shape={shape} />}
    </button>
  )
})

function Picture({ shape }: { shape: ShapeDefinition }) {
  const picture = shapePicture(shape)
  if (picture === '') return <Type size={20} strokeWidth={1.5} />
  // The renderer escapes its output, and library shapes have no text.
  // oxlint-disable-next-line react/no-danger
  return <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture }} />
}
