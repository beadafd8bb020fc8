import { Plugin } from '@tiptap/pm/state'

const EVENTS = ['copy', 'cut', 'paste'] as const

/**
 * Gives the editor the clipboard events that belong to a node which is selected as a whole. Chromium sends them to the
 * next element that can be selected; previews of macros are inert, so that it may be the body of the page.
 */
export function strayClipboard(): Plugin {
  return new Plugin({
    view(view) {
      const { ownerDocument: document } = view.dom
      const take = (event: Event) => {
        // By its path: the editor may have replaced the target of an event that it has handled.
        if (view.hasFocus() && !event.composedPath().includes(view.dom)) view.dispatchEvent(event)
      }
      for (const type of EVENTS) document.addEventListener(type, take)
      return {
        destroy() {
          for (const type of EVENTS) document.removeEventListener(type, take)
        },
      }
    },
  })
}
