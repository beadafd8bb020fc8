import { t } from '#platform/web/i18n.ts'
import type { Change } from '#diagrams/model/changes.ts'
import { moveObjects, resizeObjects, setBox } from '#diagrams/operations/move.ts'
import { isBox, pageBounds } from '#diagrams/operations/tree.ts'
import { LIMITS, type DiagramObject } from '#diagrams/model/document.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { Fold } from '../parts/Fold.tsx'
import { NumberBox } from '../parts/NumberBox.tsx'

interface Place extends Rect {
  /** Of a single object, degrees. */
  rotation: number | null
}

/** Place, size and angle of what is selected as numbers. They follow what is dragged. */
export function PlaceSection({ objects }: { objects: readonly DiagramObject[] }) {
  const editor = useEditor()
  const [only] = objects
  const single = objects.length === 1 && isBox(only) ? only : null
  const ids = objects.map(({ id }) => id)
  // Many objects are measured when they have come to rest; a single one costs nothing.
  const page = useEditorState((state, { page: shown }) => (single ? shown : state.document.pages.find(({ id }) => id === state.pageId) ?? shown))
  const shown = single ? page.objects[single.id] : undefined
  const bounds = pageBounds(page, ids)
  if (!bounds) return null
  const place: Place = isBox(shown)
    ? { ...bounds, width: shown.width, height: shown.height, rotation: shown.rotation ?? 0 }
    : { ...bounds, rotation: null }
  const hasSize = objects.some(isBox)
  const change = (name: string, make: () => Change, isSliding: boolean) => editor.change(make(), { name, merge: isSliding })
  const resize = (size: Partial<Pick<Rect, 'width' | 'height'>>, isSliding: boolean) => {
    const next = keepsAspect(single) ? proportional(place, size) : size
    change('Resize', () => (single ? setBox(editor.page, single.id, next) : resizeObjects(editor.page, ids, bounds, { ...bounds, ...next })), isSliding)
  }
  const limits = { min: -LIMITS.length, max: LIMITS.length }
  return (
    <Fold name="style.place" title={t('Place and size')}>
      <div className="ox-de-grid">
        <NumberBox label={t('Distance from the left')} mark="X" {...limits} value={place.x} onChange={(x, isSliding) => change('Move', () => moveObjects(editor.page, ids, { x: x - bounds.x, y: 0 }), isSliding)} />
        <NumberBox label={t('Distance from the top')} mark="Y" {...limits} value={place.y} onChange={(y, isSliding) => change('Move', () => moveObjects(editor.page, ids, { x: 0, y: y - bounds.y }), isSliding)} />
        {hasSize && (
          <>
            <NumberBox label={t('Width')} mark={t('W')} min={1} max={LIMITS.length} value={place.width} onChange={(width, isSliding) => resize({ width }, isSliding)} />
            <NumberBox label={t('Height')} mark={t('H')} min={1} max={LIMITS.length} value={place.height} onChange={(height, isSliding) => resize({ height }, isSliding)} />
          </>
        )}
        {single && (
          <NumberBox
            label={t('Angle')} mark="∠" unit="°" min={-360} max={360} value={place.rotation}
            onChange={(rotation, isSliding) => change('Rotate', () => setBox(editor.page, single.id, { rotation: ((rotation % 360) + 360) % 360 }), isSliding)}
          />
        )}
      </div>
    </Fold>
  )
}

function keepsAspect(object: DiagramObject | null): boolean {
  return object?.kind === 'shape' && (findShape(object.shape)?.keepsAspect ?? false)
}

function proportional(from: Rect, { width, height }: Partial<Pick<Rect, 'width' | 'height'>>): Pick<Rect, 'width' | 'height'> {
  const share = width === undefined ? (height ?? from.height) / Math.max(1, from.height) : width / Math.max(1, from.width)
  return { width: from.width * share, height: from.height * share }
}
