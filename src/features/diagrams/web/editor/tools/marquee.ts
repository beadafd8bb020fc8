import { boundsOfRect, rectBetween } from '../scene/bounds.ts'
import { sceneOf } from '../scene/live-scene.ts'
import { objectsIn } from './hit.ts'
import type { Pointer, State, Tools } from './tools.ts'

/** Marquee selection of objects wholly inside; Shift adds. */
export function marquee(tools: Tools, start: Pointer): State {
  const { editor } = tools
  const before = start.shift ? [...editor.state().selection] : []
  return {
    name: 'marquee',
    cursor: 'crosshair',
    scrolls: true,
    move: now => {
      const area = rectBetween(start.page, now.page)
      editor.select([...before, ...objectsIn(sceneOf(editor), boundsOfRect(area))])
      tools.hint({ marquee: area })
      return undefined
    },
    up: () => tools.idle(),
    cancel: () => editor.select(before),
  }
}
