import { z } from 'zod'
import { setting, WIKI_SECTION } from '#platform/server/settings.ts'

/** Whether several users edit a page at the same time. */
export const liveEditing = setting('live-editing.enabled', z.boolean(), true, {
  field: 'liveEditing',
  section: WIKI_SECTION,
  order: 55,
  label: 'Edit pages together',
  help: 'Several people can write in one page at the same time. Without it, each has a separate draft.',
})

export const liveEditingSettings = [liveEditing]

/** Users who edit one page at the same time at most. */
export const mostEditors = setting('live-editing.most-editors', z.number().int().min(1).max(100), 12)
