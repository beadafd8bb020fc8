/** Where one looks: between px of the canvas and px of the page, and the ways to look elsewhere. */
import type { Point } from '#diagrams/model/document.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Camera } from '../store/state.ts'
import { boundsOfRect, united } from '../tools/bounds.ts'
import { placeBounds, placesOf, sceneOf } from './live-scene.ts'

export const MIN_ZOOM = 0.05
export const MAX_ZOOM = 8
/** Empty space about what is fitted into the view, px of the screen. */
const FIT_MARGIN = 48
/** Steps of the keys and buttons. */
export const ZOOM_STEP = 1.25

export function toPage({ x, y, zoom }: Camera, screen: Point): Point {
  return { x: x + screen.x / zoom, y: y + screen.y / zoom }
}

export function toScreen({ x, y, zoom }: Camera, page: Point): Point {
  return { x: (page.x - x) * zoom, y: (page.y - y) * zoom }
}

/** What of the page is seen. */
export function viewBounds(editor: EditorContext): Bounds {
  const { camera } = editor.state()
  const { width, height } = editor.viewSize
  return { left: camera.x, top: camera.y, right: camera.x + width / camera.zoom, bottom: camera.y + height / camera.zoom }
}

/**
 * Zooms so that a place keeps its place on the screen.
 * @param zoom px of the screen per px of the page
 * @param about px of the canvas; its middle when absent
 */
export function zoomTo(editor: EditorContext, zoom: number, about?: Point): void {
  const { camera } = editor.state()
  const { width, height } = editor.viewSize
  const at = about ?? { x: width / 2, y: height / 2 }
  const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))
  const place = toPage(camera, at)
  if (next !== camera.zoom) editor.set({ camera: { x: place.x - at.x / next, y: place.y - at.y / next, zoom: next } })
}

export function zoomBy(editor: EditorContext, factor: number, about?: Point): void {
  zoomTo(editor, editor.state().camera.zoom * factor, about)
}

/** Moves what is seen by px of the screen: positive shows what lies to the right and below. */
export function panBy(editor: EditorContext, x: number, y: number): void {
  const { camera } = editor.state()
  if (x !== 0 || y !== 0) editor.set({ camera: { ...camera, x: camera.x + x / camera.zoom, y: camera.y + y / camera.zoom } })
}

/** What is seen first: all that is drawn; of an empty page its middle, as large as it will be. */
export function lookFirst(editor: EditorContext): void {
  const { width, height, objects } = editor.page
  if (Object.keys(objects).length > 0) fitAll(editor)
  else centre(editor, boundsOfRect({ x: 0, y: 0, width, height }), 1)
}

/** Shows all that is drawn, or an empty page; never larger than it is. */
export function fitAll(editor: EditorContext): void {
  const scene = sceneOf(editor)
  const { width, height } = editor.page
  const all = united(scene.drawn.map(place => placeBounds(scene, place)).filter(isFiniteBounds))
  fit(editor, all ?? boundsOfRect({ x: 0, y: 0, width, height }), 1)
}

/** Shows what is selected as large as it may be; all when nothing is. */
export function fitSelection(editor: EditorContext): void {
  const selected = selectedBounds(editor)
  if (selected) fit(editor, selected, 2)
  else fitAll(editor)
}

/** Brings an object to the middle of the view, at the zoom that is. */
export function centreOn(editor: EditorContext, objectId: string): void {
  const scene = sceneOf(editor)
  const place = scene.placed.get(objectId)
  if (place) centre(editor, placeBounds(scene, place), editor.state().camera.zoom)
}

/** Moves the view as little as it takes to see all of a part of the page, or its upper left corner. */
export function reveal(editor: EditorContext, { left, top, right, bottom }: Bounds): void {
  const { camera } = editor.state()
  const view = viewBounds(editor)
  const around = 24 / camera.zoom
  const along = (from: number, to: number, seenFrom: number, seenTo: number) => {
    if (from - around < seenFrom || to - from + 2 * around > seenTo - seenFrom) return from - around - seenFrom
    return to + around > seenTo ? to + around - seenTo : 0
  }
  const isSeen = left >= view.left && right <= view.right && top >= view.top && bottom <= view.bottom
  if (isSeen) return
  editor.set({ camera: { ...camera, x: camera.x + along(left, right, view.left, view.right), y: camera.y + along(top, bottom, view.top, view.bottom) } })
}

/** Bounds of what is selected; null when nothing is. */
export function selectedBounds(editor: EditorContext): Bounds | null {
  const scene = sceneOf(editor)
  return united(placesOf(scene, editor.state().selection).map(place => placeBounds(scene, place)).filter(isFiniteBounds))
}

function fit(editor: EditorContext, bounds: Bounds, most: number): void {
  const { width, height } = editor.viewSize
  const room = (side: number) => Math.max(side - 2 * FIT_MARGIN, side / 2)
  const zoom = Math.min(most, room(width) / Math.max(bounds.right - bounds.left, 1), room(height) / Math.max(bounds.bottom - bounds.top, 1))
  centre(editor, bounds, Math.max(MIN_ZOOM, zoom))
}

function centre(editor: EditorContext, { left, top, right, bottom }: Bounds, zoom: number): void {
  const { width, height } = editor.viewSize
  editor.set({ camera: { x: (left + right) / 2 - width / 2 / zoom, y: (top + bottom) / 2 - height / 2 / zoom, zoom } })
}

function isFiniteBounds({ left, top, right, bottom }: Bounds): boolean {
  return Number.isFinite(left + top + right + bottom)
}
