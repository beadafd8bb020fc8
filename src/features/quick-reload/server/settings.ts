import { z } from 'zod'
import { setting, WIKI_SECTION } from '#platform/server/settings.ts'

/** Whether open pages ask for what others change meanwhile. */
export const liveUpdates = setting('quick-reload.enabled', z.boolean(), true, {
  field: 'liveUpdates',
  section: WIKI_SECTION,
  order: 50,
  label: 'Show on open pages what others change',
  help: 'Open pages check for changes every half minute, and less often while they are not in use.',
})

export const quickReloadSettings = [liveUpdates]
