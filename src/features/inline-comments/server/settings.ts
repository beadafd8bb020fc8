import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { setting } from '#platform/server/settings.ts'
import { DARK_FEATURES, type DarkFeature } from '../shared.ts'

/** Parts that an administrator has switched off. */
export const darkFeaturesOff = setting('inline-comments.off', z.array(z.enum(DARK_FEATURES)), [])

/** Parts that are on. */
export function enabledFeatures({ settings }: App): DarkFeature[] {
  const off = settings.get(darkFeaturesOff)
  return DARK_FEATURES.filter(name => !off.includes(name))
}
