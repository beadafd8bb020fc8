import './page-tree.css'
import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'

registerIsland(macroSelector('pagetree'), () => import('./island.ts'))

/** Page trees that open and search, and their place in the insert menus. */
export const pageTreeWeb = webFeature({
  name: 'page-tree',
  macros: [
    {
      name: 'pagetree',
      label: 'Page tree',
      words: 'pages hierarchy children navigation',
      parameters: { searchBox: 'true', expandCollapseAll: 'true' },
    },
    { name: 'pagetreesearch', label: 'Page tree search', words: 'pages find box' },
  ],
})
