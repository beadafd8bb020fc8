import type { Editor } from '@tiptap/core'
import type { ComponentType } from 'react'
import type { ToolButtonProps } from './toolbar/ToolButton.tsx'

/** Context of the editor's slots: the page that is open, and its text. */
export interface EditorSlotContext {
  contentId: string
  editor: Editor
}

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Beside the text; a sheet on narrow screens. */
    'editor.rail': EditorSlotContext
    /** Buttons at the end of the toolbar, and of the menu at the selection. */
    'editor.tools': EditorSlotContext & {
      Button: ComponentType<ToolButtonProps>
      /** Whether the button listens to its shortcut: one of both does. */
      hasKeys: boolean
    }
  }
}
