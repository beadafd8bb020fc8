import { panBy } from '../scene/camera.ts'
import type { Pointer, State, Tools } from './tools.ts'

/** Pans by dragging the page. */
export function panning(tools: Tools, start: Pointer): State {
  let last = start.screen
  return {
    name: 'panning',
    cursor: 'grabbing',
    move: ({ screen }) => {
      panBy(tools.editor, last.x - screen.x, last.y - screen.y)
      last = screen
      return undefined
    },
    up: () => tools.idle(),
  }
}
