import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { MAX_EMOJI_BYTES, MAX_EMOJI_NAME, MIN_EMOJI_NAME } from './shared.ts'

const tag = 'emoji'
const path = '/rest/oxbow/1.0/emoji'

/** As it is written between colons. */
const emojiName = z
  .string()
  .trim()
  .toLowerCase()
  .min(MIN_EMOJI_NAME)
  .max(MAX_EMOJI_NAME)
  .regex(/^[a-z0-9][a-z0-9_+-]*$/, 'use letters from a to z, digits, _, + and -, with a letter or digit at first')

const siteEmoji = z.object({
  id: z.number(),
  /** Without colons. */
  name: z.string(),
  /** Id of the emoji in storage format. */
  emojiId: z.string(),
  /** Address of its picture; relative to the site. */
  url: z.string(),
})
export type SiteEmoji = z.output<typeof siteEmoji>

export const listSiteEmoji = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'Emoji that administrators have added, by name',
  response: z.object({ emoji: z.array(siteEmoji) }),
})
export const addSiteEmoji = endpoint({
  method: 'POST',
  path,
  tag,
  summary: 'Adds an emoji with its picture (PNG, JPEG, WebP or GIF; part `file`), for administrators',
  query: z.object({ name: emojiName }),
  encoding: 'multipart',
  bodyLimit: MAX_EMOJI_BYTES + 64 * 1024,
  response: siteEmoji,
})
export const removeSiteEmoji = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  tag,
  summary: 'Removes an emoji, for administrators; pages show its name',
  params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  status: 204,
})
export const emojiPicture = endpoint({
  method: 'GET',
  path: '/images/emoji/:name',
  tag,
  summary: 'The picture of an emoji that administrators have added',
  params: z.object({ name: z.string().max(MAX_EMOJI_NAME) }),
  /** Version of the picture: answers may then be kept. */
  query: z.object({ v: z.string().max(64).optional() }),
})
