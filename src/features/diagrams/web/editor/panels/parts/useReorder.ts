import { useState, type PointerEvent } from 'react'

/** Drag threshold, px. */
const THRESHOLD = 6

export interface Reorder {
  /** Insertion index during a drag, or null. */
  gap: number | null
  /** Props of an item, which gets `data-reorder`. */
  propsOf: (index: number) => {
    'data-reorder': number
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onPointerCancel: () => void
  }
}

/**
 * Reordering of a short list by dragging; keys use commands.
 * @param axis of the list
 * @param onMove moves the item at `from` to the index `to` of the list without it
 */
export function useReorder(axis: 'x' | 'y', isEnabled: boolean, onMove: (from: number, to: number) => void): Reorder {
  const [drag, setDrag] = useState<{ from: number; start: number; gap: number | null } | null>(null)
  const along = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY)
  const gapAt = (event: PointerEvent<HTMLElement>): number => {
    const items = [
      ...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-reorder]') ?? []),
    ]
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
        if (isEnabled && event.button === 0 && event.pointerType !== 'touch')
          setDrag({ from: index, start: along(event), gap: null })
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
