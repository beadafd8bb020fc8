import { z } from 'zod'
import { setting, WIKI_SECTION } from '#platform/server/settings.ts'

/** Whether users may follow each other: those whom one follows are named first among the people who like something. */
export const followEnabled = setting('likes.follow', z.boolean(), true, {
  field: 'follow',
  section: WIKI_SECTION,
  order: 40,
  label: 'Let users follow each other',
  help: 'Followed users are named first among the people who like a page.',
})

export const likeSettings = [followEnabled]
