import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'
import { titleAddresses } from '#features/editor/web/index.ts'
import { FRAME_MACRO } from '../shared.ts'

registerIsland(`${macroSelector(FRAME_MACRO)}[data-frame]`, () => import('./island.ts'))

titleAddresses(async href =>
  /^https?:/i.test(href) && !href.startsWith(`${location.origin}/`)
    ? (await import('./titles.ts')).titleOf(href)
    : undefined,
)

export const externalContentWeb = webFeature({ name: 'external-content' })
