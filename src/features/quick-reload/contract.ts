import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, emptyAsAbsent, looseInteger } from '#platform/wire.ts'
import { CHANGES } from './shared.ts'

const commenter = z.object({
  /** Null for anonymous visitors. */
  userName: z.string().nullable(),
  displayName: z.string(),
  profilePicture: z.object({ path: z.string(), isDefault: z.boolean() }),
})
export type Commenter = z.output<typeof commenter>

const action = z.object({ label: z.string(), url: z.string(), style: z.string(), tooltip: z.string(), id: z.string() })
const comment = z.object({
  id: z.number(),
  /** 0 for a comment that answers none. */
  parentId: z.number(),
  /** The page. */
  ownerId: z.number(),
  html: z.string(),
  isInlineComment: z.boolean(),
  primaryActions: z.array(action),
  secondaryActions: z.array(action),
})
export type LiveComment = z.output<typeof comment>
const commented = z.object({ comment, commenter })
export type Commented = z.output<typeof commented>

const news = z.object({
  /** Epoch milliseconds, the next `since`. */
  time: z.number(),
  comments: z.array(commented),
  /** Authors of changes of the page's text, minor changes left out. */
  page: z.array(z.object({ editor: commenter })),
  readOnlyMode: z.object({ isEnabled: z.boolean(), isBannerMessageOn: z.boolean(), bannerMessage: z.string() }),
  /** Everything that is no longer as the caller knows it. */
  changed: z.array(z.enum(CHANGES)),
  /** Last change that the answer covers, the next `event`. */
  event: z.number(),
})
export type News = z.output<typeof news>

const position = emptyAsAbsent(looseInteger.optional())
export const quickReload = endpoint({
  method: 'GET',
  path: '/rest/quickreload/latest/:pageId',
  tag: 'live updates',
  summary: 'What happened to an open page since a time or, exactly, since an event; 204 when nothing did',
  params: z.object({ pageId: contentId }),
  query: z.object({ since: position, event: position }),
  response: news.optional(),
})
