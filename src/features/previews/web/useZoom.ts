import { useState } from 'react'

const STEP = 1.25
const LEAST = 0.1
const MOST = 8

export interface Zoom {
  /** Size as a multiple of the size that fits the stage. */
  factor: number
  /** Enlarges or shrinks by a step. */
  by: (direction: 1 | -1) => void
  fit: () => void
}

/** Zoom of the shown file; another file fits the stage. */
export function useZoom(fileId: string | undefined): Zoom {
  const [zoom, setZoom] = useState({ fileId, factor: 1 })
  const factor = zoom.fileId === fileId ? zoom.factor : 1
  const set = (next: number) => setZoom({ fileId, factor: Math.min(MOST, Math.max(LEAST, next)) })
  return { factor, by: direction => set(factor * STEP ** direction), fit: () => set(1) }
}
