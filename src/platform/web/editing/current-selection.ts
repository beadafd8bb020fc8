import { Plugin } from '@tiptap/pm/state'

/**
 * ProseMirror plugin that reads the selection before each key. Browsers report arrow key movement (`selectionchange`)
 * in a later task; a fast key would act at the old position.
 */
export function currentSelection(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          if (!event.isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
          return false
        },
      },
    },
  })
}
