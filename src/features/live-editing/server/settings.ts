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

const RANGE = 'must be a whole number from 1 to 100'
const editors = z.number(RANGE).int(RANGE).min(1, RANGE).max(100, RANGE)

/** Users who edit one page at the same time at most. */
export const mostEditors = setting('live-editing.most-editors', editors, 12, {
  field: 'mostEditors',
  section: WIKI_SECTION,
  order: 56,
  label: 'Most editors of a page at once',
  help: 'From 1 to 100. Further users are told that the page has reached its limit.',
  control: { kind: 'number', maximum: 100 },
})

export const liveEditingSettings = [liveEditing, mostEditors]
