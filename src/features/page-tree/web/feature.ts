import './page-tree.css'
import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'

registerIsland(macroSelector('pagetree'), () => import('./island.ts'))

/** Page trees that open and search. */
export const pageTreeWeb = webFeature({ name: 'page-tree' })
