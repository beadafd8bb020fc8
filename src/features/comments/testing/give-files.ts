import type { Page } from 'playwright-core'

/** A red dot, 10 × 10. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

/** Gives pictures of these names to the open comment form, by the clipboard or dropped. */
export async function giveFiles(page: Page, type: 'paste' | 'drop', names: readonly string[]): Promise<void> {
  await page.evaluate(
    ({ type: kind, names: files, picture }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(picture), character => character.charCodeAt(0))
      for (const name of files) data.items.add(new File([bytes], name, { type: 'image/png' }))
      const text = document.querySelector('.ox-comment-form .ProseMirror')
      const { left = 0, top = 0 } = text?.getBoundingClientRect() ?? {}
      const options = { bubbles: true, cancelable: true, clientX: left + 20, clientY: top + 20 }
      text?.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { type, names, picture: PICTURE },
  )
}
