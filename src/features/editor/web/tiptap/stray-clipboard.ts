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
        if (view.hasFocus() && event.target instanceof Node && !view.dom.contains(event.target))
          view.dispatchEvent(event)
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
