import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { enterEdit, enterNew, screen } from './entering.ts'
import { prepareEdit, prepareNew } from './prepare.ts'

export { whenEditorReady } from './entering.ts'
export { addBlockAction } from './blocks/block-actions.ts'
export { convertAddresses, titleAddresses, type AddressMacro } from './tiptap/paste/conversions.ts'
export type { EditorSlotContext } from './slots.ts'
export type { SmallEditorHandle, SmallEditorProps, SmallText } from './small/SmallEditor.tsx'

/** The editor of short texts: a separate chunk. */
export const loadSmallEditor = () => import('./small/SmallEditor.tsx')

export const editorWeb = webFeature({
  name: 'editor',
  routes: [
    screenRoute({ path: '/pages/createpage.action', screen, enter: enterNew, prepare: prepareNew }),
    screenRoute({ path: '/pages/createblogpost.action', screen, enter: enterNew, prepare: prepareNew }),
    screenRoute({ path: '/pages/editpage.action', screen, enter: enterEdit, prepare: prepareEdit }),
    screenRoute({ path: '/pages/editblogpost.action', screen, enter: enterEdit, prepare: prepareEdit }),
    screenRoute({ path: '/pages/resumedraft.action', screen, enter: enterEdit, prepare: prepareEdit }),
  ],
})
