import './page-properties.css'
import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'
import { PROPERTIES_REPORT_MACRO } from '../shared.ts'

registerIsland(macroSelector(PROPERTIES_REPORT_MACRO), () => import('./island.ts'))

export const pagePropertiesWeb = webFeature({
  name: 'page-properties',
})
