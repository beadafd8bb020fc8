import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { MAX_NOTE } from './shared.ts'

/** People who are named one by one. */
const MOST_PEOPLE = 20
const MOST_GROUPS = 5

export const sharePage = endpoint({
  method: 'POST',
  path: '/rest/share-page/latest/share',
  tag: 'sharing',
  summary: 'Share a page or blog post with users, groups and e-mail addresses',
  body: z.object({
    entityId: contentId,
    /** User names or keys. */
    users: z.array(z.string().min(1).max(255)).max(MOST_PEOPLE, 'at most {{maximum}} at once').default([]),
    groups: z.array(z.string().min(1).max(255)).max(MOST_GROUPS, 'at most {{maximum}} at once').default([]),
    /** Only in a wiki that sends mail. */
    emails: z.array(z.string().trim().max(255)).max(MOST_PEOPLE, 'at most {{maximum}} at once').default([]),
    note: z.string().max(MAX_NOTE, 'must be {{maximum}} characters at most').default(''),
  }),
  response: z.object({
    /** Recipients. */
    sent: z.number(),
  }),
})

/** The part of a page's view that says that its reader may share it. */
export interface SharePart {
  /** Whether the wiki sends mail, so that addresses can be named. */
  byMail: boolean
}
