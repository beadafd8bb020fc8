import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'
import { convertAddresses, titleAddresses } from '#features/editor/web/index.ts'
import { FRAME_MACRO, WIDGET_MACRO } from '../shared.ts'

for (const name of [FRAME_MACRO, WIDGET_MACRO])
  registerIsland(`${macroSelector(name)}[data-frame]`, () => import('./island.ts'))

/** Addresses of the services, of videos and of other pages. */
const OF_SERVICE = /^https?:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|loom\.com)\//i
convertAddresses(async href => (OF_SERVICE.test(href) ? (await import('./pasted.ts')).macroOf(href) : undefined))

titleAddresses(async href =>
  /^https?:/i.test(href) && !href.startsWith(`${location.origin}/`)
    ? (await import('./titles.ts')).titleOf(href)
    : undefined,
)

export const externalContentWeb = webFeature({ name: 'external-content' })
