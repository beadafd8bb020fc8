import type { ConnectorLabel, ConnectorObject } from '../model/document.ts'
import type { Rect } from '../shapes/contract.ts'
import { placeAlong } from './line.ts'
import type { Segment } from '../model/geometry/path.ts'
import { layoutText } from './text-layout.ts'

/** Area of a label on the page with its padding, centred at its position on or beside the line. */
export function labelArea(
  { from }: ConnectorObject,
  { text, along, across, width }: ConnectorLabel,
  segments: readonly Segment[],
): Rect {
  const middle = placeAlong(segments, along, across)?.at ?? from.at
  const padding = text.padding ?? { top: 0, right: 0, bottom: 0, left: 0 }
  const free = layoutText(text, width ?? Infinity, 0)
  const size = {
    width: width ?? free.width + padding.left + padding.right,
    height: free.height + padding.top + padding.bottom,
  }
  return { x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size }
}
