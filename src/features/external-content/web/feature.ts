import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'
import { FRAME_MACRO } from '../shared.ts'

registerIsland(`${macroSelector(FRAME_MACRO)}[data-frame]`, () => import('./island.ts'))

export const externalContentWeb = webFeature({ name: 'external-content' })
