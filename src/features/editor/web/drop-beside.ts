import type { EditorView } from '@tiptap/pm/view'
import { hasModal } from '#platform/web/modal.ts'

/**
 * Inserts files dropped beside the text at the nearest place, instead of the browser opening them. Returns a cleanup
 * function.
 */
export function takeDropsBeside(view: EditorView): () => void {
  const take = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    // Overlays handle drops themselves.
    if (hasModal()) return
    const { left, right, top, bottom } = view.dom.getBoundingClientRect()
    const within = (value: number, from: number, to: number) => Math.max(from + 1, Math.min(value, to - 1))
    const clientY = within(event.clientY, top, bottom)
    // Above the text is its start, below it its end.
    const x = clientY === event.clientY ? event.clientX : clientY > event.clientY ? left : right
    view.dom.dispatchEvent(
      new DragEvent(event.type, {
        clientX: within(x, left, right),
        clientY,
        dataTransfer: event.dataTransfer,
        cancelable: true,
      }),
    )
  }
  document.addEventListener('dragover', take)
  document.addEventListener('drop', take)
  return () => {
    document.removeEventListener('dragover', take)
    document.removeEventListener('drop', take)
  }
}
