import { call } from '#platform/web/api.ts'
import type { AddressMacro } from '#features/editor/web/index.ts'
import { listFrameSites } from '../contract.ts'
import { WIDGET_MACRO } from '../shared.ts'
import { videoOf } from '../videos-shared.ts'

/** The macro for the address of a video that the wiki may show; undefined for other addresses. */
export async function macroOf(href: string): Promise<AddressMacro | undefined> {
  const video = videoOf(href)
  if (!video) return undefined
  const { sites } = await call(listFrameSites, {}, { signInOn401: false })
  if (!sites.includes(new URL(video.player).host)) return undefined
  return { name: WIDGET_MACRO, parameters: {}, addresses: { url: href }, isInline: false }
}
