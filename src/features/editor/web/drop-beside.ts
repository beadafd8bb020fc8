import type { EditorView } from '@tiptap/pm/view'
import { hasModal } from '#platform/web/modal.ts'

/**
 * Files that are dropped beside the text come into it where it is nearest; the browser would leave the page to show
 * them. Returns what takes that back.
 */
export function takeDropsBeside(view: EditorView): () => void {
  const take = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    // What lies above the page takes its files itself, or none.
    if (hasModal()) return
    const { left, right, top, bottom } = view.dom.getBoundingClientRect()
    const within = (value: number, from: number, to: number) => Math.max(from + 1, Math.min(value, to - 1))
    const clientY = within(event.clientY, top, bottom)
    // Above it is before its first word, below it after the last one.
    const x = clientY === event.clientY ? event.clientX : clientY > event.clientY ? left : right
    view.dom.dispatchEvent(new DragEvent(event.type, {
      clientX: within(x, left, right), clientY, dataTransfer: event.dataTransfer, cancelable: true,
    }))
  }
  document.addEventListener('dragover', take)
  document.addEventListener('drop', take)
  return () => {
    document.removeEventListener('dragover', take)
    document.removeEventListener('drop', take)
  }
}
