import './live-search.css'
import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'
import { LIVE_SEARCH_MACRO } from '../shared.ts'

registerIsland(macroSelector(LIVE_SEARCH_MACRO), () => import('./island.ts'))

export const liveSearchWeb = webFeature({ name: 'live-search' })
