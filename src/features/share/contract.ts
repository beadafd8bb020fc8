import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { MAX_NOTE } from './shared.ts'

/** People who are named one by one. */
const MOST_PEOPLE = 20
const MOST_GROUPS = 5

/** Some clients send null, or an empty text, for no names. */
function names(most: number) {
  return z
    .array(z.string().trim().max(255), 'must be a list of names')
    .max(most, 'at most {{maximum}} at once')
    .nullish()
    .transform(given => (given ?? []).filter(name => name !== ''))
}

export const sharePage = endpoint({
  method: 'POST',
  path: '/rest/share-page/latest/share',
  tag: 'sharing',
  summary: 'Share a page or blog post with users, groups and e-mail addresses',
  body: z.object({
    entityId: contentId,
    /** User names or keys. */
    users: names(MOST_PEOPLE),
    groups: names(MOST_GROUPS),
    /** Only in a wiki that sends mail. */
    emails: names(MOST_PEOPLE),
    note: z
      .string()
      .max(MAX_NOTE, 'must be {{maximum}} characters at most')
      .nullish()
      .transform(note => note ?? ''),
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
