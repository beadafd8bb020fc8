import { useState, type PointerEvent } from 'react'

/** The pointer goes so far, px, before a press becomes a drag. */
const THRESHOLD = 6

export interface Reorder {
  /** Index before which what is dragged would come to lie; null while nothing is. */
  gap: number | null
  /** For each item of the list, which bears `data-reorder`. */
  propsOf: (index: number) => {
    'data-reorder': number
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onPointerCancel: () => void
  }
}

/**
 * Sorting a short list by dragging. By keys it is done with commands beside it.
 * @param axis the way in which the list runs
 * @param onMove the item at `from` shall lie at the index `to` of the list without it
 */
export function useReorder(axis: 'x' | 'y', isEnabled: boolean, onMove: (from: number, to: number) => void): Reorder {
  const [drag, setDrag] = useState<{ from: number; start: number; gap: number | null } | null>(null)
  const along = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY)
  const gapAt = (event: PointerEvent<HTMLElement>): number => {
    const items = [...event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-reorder]') ?? []]
    const at = along(event)
    const index = items.findIndex(item => {
      const { left, top, width, height } = item.getBoundingClientRect()
      return at < (axis === 'x' ? left + width / 2 : top + height / 2)
    })
    return index === -1 ? items.length : index
  }
  return {
    gap: drag?.gap ?? null,
    propsOf: index => ({
      'data-reorder': index,
      onPointerDown: event => {
        if (isEnabled && event.button === 0 && event.pointerType !== 'touch') setDrag({ from: index, start: along(event), gap: null })
      },
      onPointerMove: event => {
        if (drag?.from !== index || (drag.gap === null && Math.abs(along(event) - drag.start) < THRESHOLD)) return
        if (drag.gap === null) event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ ...drag, gap: gapAt(event) })
      },
      onPointerUp: () => {
        setDrag(null)
        if (!drag || drag.gap === null) return
        const to = drag.gap > drag.from ? drag.gap - 1 : drag.gap
        if (to !== drag.from) onMove(drag.from, to)
      },
      onPointerCancel: () => setDrag(null),
    }),
  }
}
