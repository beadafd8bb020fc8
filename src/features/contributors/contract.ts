import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, emptyAsAbsent } from '#platform/wire.ts'

const contributor = z.object({
  idString: z.string(),
  fullNameString: z.string(),
  totalCount: z.number(),
  relativeLastActiveTimeStr: z.string(),
  /** Path of the profile; absent without an account. */
  url: z.string().optional(),
})
export type Contributor = z.output<typeof contributor>

/** Data of the macro. `layoutStyle`: `FLAT` (inline) or `LIST`. */
export const contributors = z.object({
  errorMessage: z.string().nullable(),
  layoutStyle: z.string(),
  visibleContributors: z.array(contributor),
  hiddenContributors: z.array(contributor),
  showCount: z.boolean(),
  showTime: z.boolean(),
})
export type Contributors = z.output<typeof contributors>

const text = z.string().max(500).optional()

export const getContributors = endpoint({
  method: 'GET',
  path: '/rest/com.atlassian.confluence.contributors/1.0/contributors',
  tag: 'contributors',
  summary: 'Who wrote a page, by the parameters of the contributors macro',
  query: z.object({
    /** The page at hand; may be left out if `spaceKey` is given. */
    pageId: emptyAsAbsent(contentId.optional()),
    /** Title of another page, also as `KEY:Title`. */
    page: text,
    /** Space of `page`; without a page, all pages and posts of this space. */
    spaceKey: text,
    /** Pages and posts of these spaces instead: keys, `@all`, `@self`, `@global`, `@personal`, `@favorite`. */
    spaces: text,
    labels: text,
    include: text,
    scope: text,
    order: text,
    reverse: text,
    limit: text,
    mode: text,
    /** Whether anonymous changes count. */
    showAnonymous: text,
    showCount: text,
    showLastTime: text,
    noneFoundMessage: text,
  }),
  response: contributors,
})
