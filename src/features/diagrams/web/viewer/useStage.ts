import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { clamped, fitting, stepped } from './zoom.ts'

export interface Stage {
  stage: RefObject<HTMLDivElement | null>
  zoom: number
  zoomBy: (direction: 1 | -1) => void
  setZoom: (zoom: number) => void
  /** Fits the diagram. */
  fit: () => void
  isDragging: boolean
}

/** Zoom by Ctrl+wheel and pinching, panning by dragging: the stage scrolls natively, for keys and touch. */
export function useStage({ width, height }: { width: number; height: number }): Stage {
  const stage = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  /** Fixed point of a zoom, px from the stage's corner; default the middle. */
  const anchor = useRef<{ x: number; y: number }>(undefined)
  const zoomed = useRef(zoom)
  const [isDragging, setDragging] = useState(false)
  const fit = useCallback(() => {
    if (stage.current)
      setZoom(fitting({ width, height }, { width: stage.current.clientWidth, height: stage.current.clientHeight }))
  }, [width, height])

  // Preserves the fixed point.
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const factor = zoom / zoomed.current
    const { x, y } = anchor.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    element.scrollTo((element.scrollLeft + x) * factor - x, (element.scrollTop + y) * factor - y)
    zoomed.current = zoom
    anchor.current = undefined
  }, [zoom])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      anchor.current = { x: event.clientX - left, y: event.clientY - top }
      setZoom(before => clamped(before * Math.exp(-event.deltaY / 400)))
    }
    let from: { x: number; y: number; left: number; top: number } | undefined
    const down = (event: PointerEvent) => {
      if (
        event.button !== 0 ||
        event.pointerType === 'touch' ||
        (event.target instanceof Element && event.target.closest('a'))
      )
        return
      from = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop }
      element.setPointerCapture(event.pointerId)
      setDragging(true)
    }
    const move = (event: PointerEvent) => {
      if (from) element.scrollTo(from.left + from.x - event.clientX, from.top + from.y - event.clientY)
    }
    const up = () => {
      from = undefined
      setDragging(false)
    }
    // Not passive, unlike React's wheel listener: it prevents the browser's zoom.
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
    }
  }, [])
  return {
    stage,
    zoom,
    zoomBy: direction => setZoom(before => stepped(before, direction)),
    setZoom: value => setZoom(clamped(value)),
    fit,
    isDragging,
  }
}
