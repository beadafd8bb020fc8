import { z } from 'zod'

export const pictureSchema = z.object({
  /** Relative to the site. */
  path: z.string(),
  width: z.number(),
  height: z.number(),
  isDefault: z.boolean(),
})

/** A user as the REST interface shows one. */
export const personSchema = z.object({
  type: z.enum(['known', 'anonymous']),
  username: z.string().optional(),
  userKey: z.string().optional(),
  profilePicture: pictureSchema,
  displayName: z.string(),
  _links: z.object({ self: z.string().optional() }),
  /** Only where `expand` names it. */
  status: z.enum(['current', 'deactivated']).optional(),
  _expandable: z.object({ status: z.string().optional() }),
})

export const groupSchema = z.object({
  type: z.literal('group'),
  name: z.string(),
  _links: z.object({ self: z.string() }),
  _expandable: z.object({}),
})

/** A background task that was begun. */
export const taskSchema = z.object({ id: z.string(), links: z.object({ status: z.string() }) })

/** Names in paths and queries: long enough for every name that exists, short enough to refuse nonsense. */
export const nameParameter = z.string().min(1).max(300)
export const userKeySchema = z.string().regex(/^[0-9a-f]{32}$/, 'must be a user key: 32 hex digits')
