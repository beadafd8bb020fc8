/** The camera: conversion between canvas and page px, and navigation. */
import type { Point } from '#diagrams/model/document.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Camera } from '../store/state.ts'
import { boundsOfRect, united } from './bounds.ts'
import { placeBounds, placesOf, sceneOf } from './live-scene.ts'

export const MIN_ZOOM = 0.05
export const MAX_ZOOM = 8
/** Margin around fitted content, px of the screen. */
const FIT_MARGIN = 48
/** Zoom step of keys and buttons. */
export const ZOOM_STEP = 1.25

export function toPage({ x, y, zoom }: Camera, screen: Point): Point {
  return { x: x + screen.x / zoom, y: y + screen.y / zoom }
}

export function toScreen({ x, y, zoom }: Camera, page: Point): Point {
  return { x: (page.x - x) * zoom, y: (page.y - y) * zoom }
}

/** Viewport in page coordinates. */
export function viewBounds(editor: EditorContext): Bounds {
  const { camera } = editor.state()
  const { width, height } = editor.viewSize
  return {
    left: camera.x,
    top: camera.y,
    right: camera.x + width / camera.zoom,
    bottom: camera.y + height / camera.zoom,
  }
}

/**
 * Zooms around a fixed point.
 * @param zoom px of the screen per px of the page
 * @param about px of the canvas; default its middle
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

/** Pans by px of the screen: positive moves the viewport to the right and down. */
export function panBy(editor: EditorContext, x: number, y: number): void {
  const { camera } = editor.state()
  if (x !== 0 || y !== 0)
    editor.set({ camera: { ...camera, x: camera.x + x / camera.zoom, y: camera.y + y / camera.zoom } })
}

/** Initial view: all content; of an empty page its middle at actual size. */
export function resetView(editor: EditorContext): void {
  const { width, height, objects } = editor.page
  if (Object.keys(objects).length > 0) fitAll(editor)
  else centre(editor, boundsOfRect({ x: 0, y: 0, width, height }), 1)
}

/** Fits all content, or an empty page; at most at actual size. */
export function fitAll(editor: EditorContext): void {
  const scene = sceneOf(editor)
  const { width, height } = editor.page
  const all = united(scene.drawn.map(place => placeBounds(scene, place)).filter(isFiniteBounds))
  fit(editor, all ?? boundsOfRect({ x: 0, y: 0, width, height }), 1)
}

/** Fits the selection, or all content. */
export function fitSelection(editor: EditorContext): void {
  const selected = selectedBounds(editor)
  if (selected) fit(editor, selected, 2)
  else fitAll(editor)
}

/** Centres an object at the current zoom. */
export function centreOn(editor: EditorContext, objectId: string): void {
  const scene = sceneOf(editor)
  const place = scene.placed.get(objectId)
  if (place) centre(editor, placeBounds(scene, place), editor.state().camera.zoom)
}

/** Scrolls minimally to show a part of the page, or its upper left corner. */
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
  editor.set({
    camera: {
      ...camera,
      x: camera.x + along(left, right, view.left, view.right),
      y: camera.y + along(top, bottom, view.top, view.bottom),
    },
  })
}

/** Bounds of the selection; null without one. */
export function selectedBounds(editor: EditorContext): Bounds | null {
  const scene = sceneOf(editor)
  return united(
    placesOf(scene, editor.state().selection)
      .map(place => placeBounds(scene, place))
      .filter(isFiniteBounds),
  )
}

function fit(editor: EditorContext, bounds: Bounds, most: number): void {
  const { width, height } = editor.viewSize
  const room = (side: number) => Math.max(side - 2 * FIT_MARGIN, side / 2)
  const zoom = Math.min(
    most,
    room(width) / Math.max(bounds.right - bounds.left, 1),
    room(height) / Math.max(bounds.bottom - bounds.top, 1),
  )
  centre(editor, bounds, Math.max(MIN_ZOOM, zoom))
}

function centre(editor: EditorContext, { left, top, right, bottom }: Bounds, zoom: number): void {
  const { width, height } = editor.viewSize
  editor.set({ camera: { x: (left + right) / 2 - width / 2 / zoom, y: (top + bottom) / 2 - height / 2 / zoom, zoom } })
}

function isFiniteBounds({ left, top, right, bottom }: Bounds): boolean {
  return Number.isFinite(left + top + right + bottom)
}
