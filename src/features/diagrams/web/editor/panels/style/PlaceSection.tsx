import { t } from '#platform/web/i18n.ts'
import type { Change } from '#diagrams/model/changes.ts'
import { moveObjects, resizeObjects, setBox } from '#diagrams/operations/move.ts'
import { isBox, pageBounds } from '#diagrams/operations/tree.ts'
import { LIMITS, type Box, type DiagramObject } from '#diagrams/model/document.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { Fold } from '../parts/Fold.tsx'
import { NumberBox } from '../parts/NumberBox.tsx'

interface Place extends Rect {
  /** Of a single object, degrees. */
  rotation: number | null
}

/** Position, size and angle of the selection, also during a drag. */
export function PlaceSection({ objects }: { objects: readonly DiagramObject[] }) {
  const editor = useEditor()
  const [only] = objects
  const single = objects.length === 1 && isBox(only) ? only : null
  const ids = objects.map(({ id }) => id)
  const measured = usePlace(ids, single)
  if (!measured) return null
  const { bounds, place } = measured
  const hasSize = objects.some(isBox)
  const change = (name: string, make: () => Change, isSliding: boolean) =>
    editor.change(make(), { name, merge: isSliding })
  const resize = (size: Partial<Pick<Rect, 'width' | 'height'>>, isSliding: boolean) => {
    const next = keepsAspect(single) ? proportional(place, size) : size
    change(
      'Resize',
      () =>
        single ? setBox(editor.page, single.id, next) : resizeObjects(editor.page, ids, bounds, { ...bounds, ...next }),
      isSliding,
    )
  }
  const axes = [
    ['x', t('Distance from the left')],
    ['y', t('Distance from the top')],
  ] as const
  const sides = [
    ['width', t('Width'), t('W')],
    ['height', t('Height'), t('H')],
  ] as const
  return (
    <Fold name="style.place" title={t('Place and size')}>
      <div className="ox-de-grid">
        {axes.map(([axis, label]) => (
          <NumberBox
            key={axis}
            label={label}
            mark={axis.toUpperCase()}
            min={-LIMITS.length}
            max={LIMITS.length}
            value={place[axis]}
            onChange={(to, isSliding) =>
              change('Move', () => moveObjects(editor.page, ids, { x: 0, y: 0, [axis]: to - bounds[axis] }), isSliding)
            }
          />
        ))}
        {hasSize &&
          sides.map(([side, label, mark]) => (
            <NumberBox
              key={side}
              label={label}
              mark={mark}
              min={1}
              max={LIMITS.length}
              value={place[side]}
              onChange={(to, isSliding) => resize({ [side]: to }, isSliding)}
            />
          ))}
        {single && (
          <NumberBox
            label={t('Angle')}
            mark="∠"
            unit="°"
            min={-360}
            max={360}
            value={place.rotation}
            onChange={(rotation, isSliding) =>
              change(
                'Rotate',
                () => setBox(editor.page, single.id, { rotation: ((rotation % 360) + 360) % 360 }),
                isSliding,
              )
            }
          />
        )}
      </div>
    </Fold>
  )
}

/** Bounds and position of the objects; a single one's follow a drag, many are measured at its end. */
function usePlace(ids: readonly string[], single: (DiagramObject & Box) | null): { bounds: Rect; place: Place } | null {
  const page = useEditorState((state, { page: shown }) =>
    single ? shown : (state.document.pages.find(({ id }) => id === state.pageId) ?? shown),
  )
  const shown = single ? page.objects[single.id] : undefined
  const bounds = pageBounds(page, ids)
  if (!bounds) return null
  const place = isBox(shown)
    ? { ...bounds, width: shown.width, height: shown.height, rotation: shown.rotation ?? 0 }
    : { ...bounds, rotation: null }
  return { bounds, place }
}

function keepsAspect(object: DiagramObject | null): boolean {
  return object?.kind === 'shape' && (findShape(object.shape)?.keepsAspect ?? false)
}

function proportional(
  from: Rect,
  { width, height }: Partial<Pick<Rect, 'width' | 'height'>>,
): Pick<Rect, 'width' | 'height'> {
  const share =
    width === undefined ? (height ?? from.height) / Math.max(1, from.height) : width / Math.max(1, from.width)
  return { width: from.width * share, height: from.height * share }
}
