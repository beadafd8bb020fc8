import './contributors.css'
import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'

registerIsland(macroSelector('contributors'), () => import('./island.ts'))

export const contributorsWeb = webFeature({
  name: 'contributors',
})
