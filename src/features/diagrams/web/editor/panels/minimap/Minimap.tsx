import { useEffect, useRef } from 'react'
import { DARK_PAPER, darkColour } from '#diagrams/render/dark.ts'
import { debounce } from '#platform/web/debounce.ts'
import type { Point } from '#diagrams/model/document.ts'
import { viewBounds } from '../../scene/camera.ts'
import type { EditorContext } from '../../editor-context.ts'
import { isDarkSheet, onDarkSheet } from '../../../dark-sheet.ts'
import { useEditor } from '../../store/useEditor.ts'
import { usePanels } from '../panels-state.ts'
import './minimap.css'
import { overviewOf, paintOverview, partOf, pointIn, type Overview } from './overview.ts'

const SIZE = { width: 200, height: 132 }
/** Debounce, ms, so that painting does not slow dragging. */
const REST_MS = 160

/** Minimap with a draggable viewport frame. For pointers: keys pan the canvas. */
export function Minimap() {
  const { isMinimapOpen } = usePanels()
  return isMinimapOpen ? <Overlook /> : null
}

function Overlook() {
  const editor = useEditor()
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const overview = useRef<Overview>({ scale: 1, x: 0, y: 0 })
  /** Offset of the viewport's middle from the pointer during a drag, px of the page. */
  const grip = useRef<Point | null>(null)

  useEffect(() => {
    const follow = () => {
      const { left, top, width, height } = partOf(overview.current, viewBounds(editor))
      const style = frame.current?.style
      if (!style) return
      style.transform = `translate(${left}px, ${top}px)`
      style.width = `${width}px`
      style.height = `${height}px`
    }
    const paint = () => {
      if (!canvas.current) return
      overview.current = overviewOf(editor, SIZE)
      paintOn(canvas.current, editor, overview.current)
      follow()
    }
    let shown = { ...pictured(editor) }
    const later = debounce(paint, REST_MS)
    let scheduled = 0
    const onChange = () => {
      scheduled ||= requestAnimationFrame(() => {
        scheduled = 0
        follow()
      })
      const now = pictured(editor)
      if (now.document === shown.document && now.pageId === shown.pageId) return
      shown = now
      later()
    }
    paint()
    const forget = editor.subscribe(onChange)
    const stopWatching = onDarkSheet(paint)
    addEventListener('resize', follow)
    return () => {
      forget()
      later.cancel()
      cancelAnimationFrame(scheduled)
      stopWatching()
      removeEventListener('resize', follow)
    }
  }, [editor])

  const pointerAt = (event: React.PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return pointIn(overview.current, { x: event.clientX - left, y: event.clientY - top })
  }
  return (
    <div
      className="ox-de-minimap"
      aria-hidden="true"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = pointerAt(event)
        const view = viewBounds(editor)
        const isInside = at.x >= view.left && at.x <= view.right && at.y >= view.top && at.y <= view.bottom
        grip.current = isInside
          ? { x: (view.left + view.right) / 2 - at.x, y: (view.top + view.bottom) / 2 - at.y }
          : { x: 0, y: 0 }
        lookAt(editor, at, grip.current)
      }}
      onPointerMove={event => {
        if (grip.current) lookAt(editor, pointerAt(event), grip.current)
      }}
      onPointerUp={() => (grip.current = null)}
      onPointerCancel={() => (grip.current = null)}
    >
      <canvas ref={canvas} style={SIZE} />
      <div ref={frame} className="ox-de-minimap-view" />
    </div>
  )
}

/** State to paint, without a preview. */
function pictured(editor: EditorContext) {
  const { document, pageId } = editor.state()
  return { document, pageId }
}

function lookAt(editor: EditorContext, at: Point, grip: Point): void {
  const { camera } = editor.state()
  const { width, height } = editor.viewSize
  editor.set({
    camera: { ...camera, x: at.x + grip.x - width / 2 / camera.zoom, y: at.y + grip.y - height / 2 / camera.zoom },
  })
}

function paintOn(canvas: HTMLCanvasElement, editor: EditorContext, overview: Overview): void {
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  canvas.width = SIZE.width * ratio
  canvas.height = SIZE.height * ratio
  const context = canvas.getContext('2d')
  if (!context) return
  context.scale(ratio, ratio)
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  paintOverview(context, editor, overview, {
    ...(isDarkSheet() ? { adapted: darkColour, paper: DARK_PAPER } : { adapted: own => own, paper: '#ffffff' }),
    edge: colour('--edge'),
    line: colour('--line'),
  })
}
