import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { setting, type SettingsSection } from '#platform/server/settings.ts'
import { DARK_FEATURES, type DarkFeature } from '../shared.ts'

const SECTION: SettingsSection = { title: 'Comments on marked text', order: 30 }

const PARTS: Readonly<Record<DarkFeature, string>> = {
  'confluence-inline-comments': 'Comments on marked text',
  'confluence-inline-comments-resolved': 'The list of resolved comments',
  'confluence-inline-comments-rich-editor': 'The toolbar of their editor',
  'confluence-inline-comments-dangling-comment': 'Resolving comments whose text is gone',
}

/** Parts that an administrator has switched off. */
export const darkFeaturesOff = setting('inline-comments.off', z.array(z.enum(DARK_FEATURES)), [], {
  field: 'inlineCommentsOff',
  section: SECTION,
  label: SECTION.title,
  control: { kind: 'parts', options: PARTS },
  accepts: z.array(z.enum(DARK_FEATURES)).max(DARK_FEATURES.length),
})

export const inlineCommentSettings = [darkFeaturesOff]

/** Parts that are on. */
export function enabledFeatures({ settings }: App): DarkFeature[] {
  const off = settings.get(darkFeaturesOff)
  return DARK_FEATURES.filter(name => !off.includes(name))
}
