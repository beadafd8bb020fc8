/** Zoom steps of a quarter, from a twentieth to eight times. */
export const MIN_ZOOM = 0.05
export const MAX_ZOOM = 8
const STEP = 1.25
/** Total margin in the stage, px. */
const ROOM = 48

/** The next larger (1) or smaller (-1) zoom. */
export function stepped(zoom: number, direction: 1 | -1): number {
  return clamped(zoom * STEP ** direction)
}

export function clamped(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))
}

/** Zoom that fits the diagram; small ones are not enlarged. */
export function fitting(diagram: { width: number; height: number }, stage: { width: number; height: number }): number {
  const fits = Math.min(
    (stage.width - ROOM) / Math.max(1, diagram.width),
    (stage.height - ROOM) / Math.max(1, diagram.height),
  )
  return clamped(Math.min(1, fits))
}
