import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { prepareEdit, prepareNew } from './prepare.ts'

const screen = () => import('./EditorScreen.tsx')

/** Writing pages and posts. The editor itself is loaded with its screen. */
export const editorWeb = webFeature({
  name: 'editor',
  routes: [
    screenRoute({ path: '/pages/createpage.action', screen, prepare: prepareNew }),
    screenRoute({ path: '/pages/createblogpost.action', screen, prepare: prepareNew }),
    screenRoute({ path: '/pages/editpage.action', screen, prepare: prepareEdit }),
    screenRoute({ path: '/pages/editblogpost.action', screen, prepare: prepareEdit }),
    screenRoute({ path: '/pages/resumedraft.action', screen, prepare: prepareEdit }),
  ],
  messages: { de: () => import('../i18n/de.json', { with: { type: 'json' } }) },
})
