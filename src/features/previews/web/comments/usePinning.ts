import { useContext, useState } from 'react'
import { OneForm } from '#features/comments/web/index.ts'

/** Fractions of a picture's width from its left, and of its height from its top. */
export interface Point {
  x: number
  y: number
}

/** Id of the text that says how a pin is placed. */
export const NEW_PIN_HELP = 'ox-new-pin-help'

/** Form of a new comment on the file: on all of it, or on a point. */
export type Writing = { kind: 'file' } | ({ kind: 'pin'; isPlaced: boolean } & Point)

export type Pinning = ReturnType<typeof usePinning>

/** Which thread of a file is selected, and which comment is being written. */
export function usePinning(commentId: string | undefined) {
  const [selected, setSelected] = useState(commentId === undefined ? undefined : { id: commentId })
  const [writing, setWriting] = useState<Writing>()
  const { begin } = useContext(OneForm)
  return {
    /** A new object whenever a comment is selected, even if it was selected before. */
    selected,
    select: (id: string | undefined) => setSelected(id === undefined ? undefined : { id }),
    writing,
    write: () => begin(() => setWriting({ kind: 'file' })),
    /** Begins a comment on the middle of the picture, to be moved by keys. */
    aim: () => begin(() => setWriting({ kind: 'pin', isPlaced: false, x: 0.5, y: 0.5 })),
    /** Begins a comment on a point, or moves its pin there. */
    place: (point: Point) => {
      const set = () => setWriting({ kind: 'pin', isPlaced: true, ...within(point) })
      if (writing?.kind === 'pin') set()
      else begin(set)
    },
    /** Moves the pin before it is placed. */
    move: (point: Point) => setWriting(now => (now?.kind === 'pin' ? { ...now, ...within(point) } : now)),
    stop: () => setWriting(undefined),
  }
}

function within({ x, y }: Point): Point {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) }
}
