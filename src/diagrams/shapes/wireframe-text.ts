/** Text in pictures of user interfaces. */
import type { ShapePath } from './contract.ts'
import { line, strokes } from './paths.ts'

/** Lines representing text. */
export const lines = (x: number, y: number, w: number, h: number, count: number): ShapePath =>
  strokes(
    ...Array.from({ length: count }, (_, at) =>
      line(x, y + (h * (at + 0.5)) / count, x + w * (at === count - 1 ? 0.6 : 1), y + (h * (at + 0.5)) / count),
    ),
  )
/** Rows of a height in a box, at least one, limited to a legible number. */
export const rows = (w: number, h: number, height: number): number =>
  Math.max(1, Math.min(40, Math.floor(h / height), Math.floor(w)))
