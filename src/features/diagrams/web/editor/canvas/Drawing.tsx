import { useLayoutEffect, useRef } from 'react'
import type { Colour, DiagramPage } from '#diagrams/model/document.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import { boundsOf } from '#diagrams/model/geometry/outline.ts'
import { DARK_PAPER, darkColour } from '#diagrams/render/dark.ts'
import { FONT_STACKS } from '#diagrams/render/fonts.ts'
import { isDarkSheet, onDarkSheet } from '../../dark-sheet.ts'
import { useEditor } from '../store/useEditor.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Camera } from '../store/state.ts'
import { boundsOfRect, holdsBounds, united } from '../scene/bounds.ts'
import { Bands } from './bands.ts'
import { viewBounds } from '../scene/camera.ts'
import { placeBounds, sceneOf } from '../scene/live-scene.ts'
import { Painter } from './painter.ts'

/** Margin drawn beyond the viewport, as a share of its size, so that panning rarely draws. */
const AHEAD = 0.5
/** The same while zooming out. */
const AHEAD_OUTWARDS = 1.5
/** Paper around content beyond the page, px. */
const PAPER_MARGIN = 40
/** Minimum distance of grid lines on the screen, px; below it only each fifth is drawn. */
const CLOSEST_LINES = 7
/** ms without movement until the camera rests. */
const REST_MS = 200
/** Below this zoom, normal text is illegible and not drawn. */
const FAR_ZOOM = 0.3
/**
 * Perspective distance, px. Zooming translates the drawing along z instead of scaling it: Chromium lays out all SVG
 * text again when an ancestor's scale changes.
 */
const DEPTH = 1000

/** The drawn page, updated once a frame without React: see {@link Painter}. */
export function Drawing() {
  const editor = useEditor()
  const paper = useRef<HTMLDivElement>(null)
  const lens = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!paper.current || !lens.current || !drawing.current) return
    const stage = new Stage(editor, paper.current, lens.current, new Bands(drawing.current))
    let frame = 0
    const draw = () => {
      frame = 0
      stage.draw()
    }
    const drawSoon = () => {
      frame ||= requestAnimationFrame(draw)
    }
    const forget = editor.subscribe(drawSoon)
    const stopWatching = onDarkSheet(drawSoon)
    draw()
    return () => {
      forget()
      stopWatching()
      stage.stop()
      cancelAnimationFrame(frame)
    }
  }, [editor])
  return (
    <div className="ox-de-eye" style={{ perspective: `${DEPTH}px` }}>
      <div ref={lens} className="ox-de-lens">
        <div ref={paper} className="ox-de-paper" />
        <div ref={drawing} className="ox-de-drawing" aria-hidden="true" style={{ fontFamily: FONT_STACKS.sans }} />
      </div>
    </div>
  )
}

/**
 * Last state on the screen, for minimal updates. The drawing is a compositor layer: while zooming or panning the
 * browser only transforms its bitmap, and redraws it sharply when the camera rests.
 */
class Stage {
  readonly #editor: EditorContext
  readonly #paper: HTMLElement
  /** Extent of the paper, on the page. */
  #sheet: Bounds | undefined
  readonly #lens: HTMLElement
  readonly #bands: Bands
  readonly #painter: Painter
  #looked: Camera | null = null
  /** Camera of the layer's bitmap. */
  #sharp: Camera | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #drawn: { key: readonly unknown[]; view: Bounds; zoom: number } | null = null

  constructor(editor: EditorContext, paper: HTMLElement, lens: HTMLElement, bands: Bands) {
    this.#editor = editor
    this.#paper = paper
    this.#lens = lens
    this.#bands = bands
    this.#painter = new Painter(bands)
  }

  draw(): void {
    const editor = this.#editor
    const { camera, editing } = editor.state()
    const scene = sceneOf(editor)
    const isDark = isDarkSheet()
    const key = [scene, editing?.objectId, editing?.label, isDark]
    const isSame = this.#drawn?.key.every((part, index) => part === key[index]) ?? false
    const isMoved = camera !== this.#looked
    this.#looked = camera
    if (isMoved) this.#look(camera)
    if (!isSame) this.#layPaper()
    const seen = viewBounds(editor)
    if (isSame && this.#drawn && holdsBounds(this.#drawn.view, seen)) return
    const { width, height } = editor.viewSize
    const ahead = (isSame && this.#drawn && camera.zoom < this.#drawn.zoom ? AHEAD_OUTWARDS : AHEAD) / camera.zoom
    const [across, down] = [width * ahead, height * ahead]
    const view = {
      left: seen.left - across,
      top: seen.top - down,
      right: seen.right + across,
      bottom: seen.bottom + down,
    }
    this.#painter.paint(scene, view, editing, isDark)
    this.#drawn = { key, view, zoom: camera.zoom }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Transforms the bitmap; redraws it at rest or when too coarse. */
  #look(camera: Camera): void {
    const sharp = this.#sharp
    if (!sharp) return this.#sharpen()
    const scale = camera.zoom / sharp.zoom
    const [x, y] = [(sharp.x - camera.x) * camera.zoom, (sharp.y - camera.y) * camera.zoom]
    this.#lens.style.transform = `translate3d(${x / scale}px, ${y / scale}px, ${DEPTH * (1 - 1 / scale)}px)`
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#sharpen(), REST_MS)
  }

  #sharpen(): void {
    const { camera } = this.#editor.state()
    this.#sharp = camera
    this.#lens.style.transform = ''
    this.#bands.setTransform(`scale(${camera.zoom}) translate(${-camera.x} ${-camera.y})`)
    this.#lens.classList.toggle('ox-de-far', camera.zoom < FAR_ZOOM)
    this.#layPaper()
  }

  #layPaper(): void {
    const { preview, camera } = this.#editor.state()
    // The paper neither grows nor shrinks during a drag, an offer or while a label is written.
    if (!preview || !this.#sheet) this.#sheet = paperBounds(this.#editor)
    layPaper(this.#paper, this.#editor.page, this.#sharp ?? camera, this.#sheet)
  }
}

/** The page, extended by content beyond it. */
function paperBounds(editor: EditorContext): Bounds {
  const { page } = editor
  const scene = sceneOf(editor)
  const sheet = boundsOfRect({ x: 0, y: 0, width: page.width, height: page.height })
  const shown = scene.drawn.map(place => placeBounds(scene, place))
  const beyond = shown.filter(
    bounds => Number.isFinite(bounds.left + bounds.right + bounds.top + bounds.bottom) && !holdsBounds(sheet, bounds),
  )
  return (
    united([
      sheet,
      ...beyond.map(({ left, top, right, bottom }) =>
        boundsOf([
          { x: left - PAPER_MARGIN, y: top - PAPER_MARGIN },
          { x: right + PAPER_MARGIN, y: bottom + PAPER_MARGIN },
        ]),
      ),
    ]) ?? sheet
  )
}

function paperColour(background: Colour | null): Colour | null {
  if (!isDarkSheet()) return background
  return background ? darkColour(background) : DARK_PAPER
}

function layPaper(paper: HTMLElement, { grid, background }: DiagramPage, { x, y, zoom }: Camera, bounds: Bounds): void {
  const { style } = paper
  style.transform = `translate(${(bounds.left - x) * zoom}px, ${(bounds.top - y) * zoom}px)`
  style.width = `${(bounds.right - bounds.left) * zoom}px`
  style.height = `${(bounds.bottom - bounds.top) * zoom}px`
  style.backgroundColor = paperColour(background) ?? ''
  let step = grid.size * zoom
  while (step < CLOSEST_LINES) step *= 5
  paper.classList.toggle('ox-de-grid', grid.visible)
  style.setProperty('--ox-de-grid', `${step}px`)
  // The grid is aligned with the page's origin, not the paper's.
  style.setProperty('--ox-de-grid-at', `${(-bounds.left * zoom) % step}px ${(-bounds.top * zoom) % step}px`)
}
