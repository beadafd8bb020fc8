import './frame.css'
import type { FrameView } from '../shared.ts'

/** Shows the page of another site above its link. Returns a cleanup function. */
export default function showFrame(macro: HTMLElement): () => void {
  const view = JSON.parse(macro.dataset['frame'] ?? '') as FrameView
  const { src, title, width, height, aspectRatio = '', hasBorder, isVideo = false } = view
  const frame = document.createElement('iframe')
  frame.className = hasBorder ? 'ox-external-site ox-external-border' : 'ox-external-site'
  frame.title = title
  frame.loading = 'lazy'
  frame.style.width = lengthOf(width)
  frame.style.height = lengthOf(height)
  frame.style.aspectRatio = aspectRatio
  frame.allowFullscreen = isVideo
  frame.src = src
  macro.prepend(frame)
  return () => frame.remove()
}

/** Numbers are pixels. */
const lengthOf = (value: string): string => (/^\d+(?:\.\d+)?$/.test(value) ? `${value}px` : value)
