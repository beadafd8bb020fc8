/** Outlines in screen space. */
import type { Point } from '#diagrams/model/document.ts'
import { isBoxed, isConnector, outlineOf, type Placed } from '#diagrams/render/scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { toScreen } from '../scene/camera.ts'
import { connectorPoints, sceneOf } from '../scene/live-scene.ts'

/** Path through points of the page, on the screen. */
export function screenPath(editor: EditorContext, points: readonly Point[], isClosed: boolean): string {
  const { camera } = editor.state()
  return (
    points
      .map((point, index) => {
        const { x, y } = toScreen(camera, point)
        return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
      })
      .join('') + (isClosed ? 'Z' : '')
  )
}

/** Outline of an object, as rendered. */
export function outlinePath(editor: EditorContext, place: Placed): string {
  const scene = sceneOf(editor)
  if (isConnector(place)) return screenPath(editor, connectorPoints(scene, place), false)
  return isBoxed(place)
    ? outlineOf(scene, place)
        .map(polygon => screenPath(editor, polygon, true))
        .join('')
    : ''
}
