import './frame.css'
import type { FrameView } from '../shared.ts'

/** Shows the page of another site above its link. Returns a cleanup function. */
export default function showFrame(macro: HTMLElement): () => void {
  const { src, title, width, height, hasBorder } = JSON.parse(macro.dataset['frame'] ?? '') as FrameView
  const frame = document.createElement('iframe')
  frame.className = hasBorder ? 'ox-external-site ox-external-border' : 'ox-external-site'
  frame.title = title
  frame.loading = 'lazy'
  frame.style.width = lengthOf(width)
  frame.style.height = lengthOf(height)
  frame.src = src
  macro.prepend(frame)
  return () => frame.remove()
}

/** Numbers are pixels. */
const lengthOf = (value: string): string => (/^\d+(?:\.\d+)?$/.test(value) ? `${value}px` : value)
