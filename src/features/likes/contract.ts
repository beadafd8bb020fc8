import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, contentId, expandQuery, looseBoolean, pageSchema, pagingQuery } from '#platform/wire.ts'

const TAG = 'likes'
const MOST_LIKES = 1000

export const likedType = z.enum(['page', 'blogpost', 'comment'])
export type LikedType = z.output<typeof likedType>

/** The likes of one content, for a reader. */
export const likes = z.object({
  count: z.number(),
  /** The reader likes it. */
  liked: z.boolean(),
  /** Names of users whom the reader follows, a few at most. */
  promoted: z.array(z.string()),
  /** Name of the one further user; null where there are none or several. */
  other: z.string().nullable(),
  mayLike: z.boolean(),
  mayFollow: z.boolean(),
})
export type Likes = z.output<typeof likes>

export const liker = z.object({
  /** Callers compare the beginning of the answer: `name` is its first field. */
  name: z.string(),
  followedByRemoteUser: z.boolean(),
  fullName: z.string().optional(),
  avatarUrl: z.string().optional(),
  /** Address of the profile; absent for readers who may not view profiles. */
  url: z.string().optional(),
})
export type Liker = z.output<typeof liker>
const entity = z.object({
  likes: z.array(z.object({ user: liker })),
  content_id: z.string(),
  content_type: likedType,
})
const entityWithComments = entity.extend({ commentLikes: z.record(z.string(), entity).optional() })
export type LikesEntity = z.output<typeof entity>

const path = '/rest/likes/1.0/content/:id/likes'
const about = { tag: TAG, params: z.object({ id: contentId }), response: entityWithComments }
export const listLikes = endpoint({
  method: 'GET',
  path,
  summary: 'Who likes a page, blog post or comment; with commentLikes=true, who likes the comments of the page',
  query: z.object({
    commentLikes: looseBoolean.optional(),
    expand: expandQuery,
    max: clampedInteger({ least: 1, most: MOST_LIKES, otherwise: MOST_LIKES }),
  }),
  ...about,
})
export const likeContent = endpoint({ method: 'POST', path, summary: 'Like a page, blog post or comment', ...about })
export const unlikeContent = endpoint({
  method: 'DELETE',
  path,
  summary: 'No longer like a page, blog post or comment',
  ...about,
})

const following = {
  path: '/rest/likes/1.0/user/:user/following',
  tag: TAG,
  params: z.object({ user: z.string().max(255) }),
  query: z.object({ username: z.string().min(1).max(255) }),
  status: 204,
} as const
export const followUser = endpoint({ method: 'PUT', summary: 'Follow a user', ...following })
export const unfollowUser = endpoint({ method: 'DELETE', summary: 'No longer follow a user', ...following })

export const getLikes = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/likes',
  tag: 'screens',
  summary: 'The likes of a content as its page shows them',
  params: z.object({ id: contentId }),
  response: likes,
})

export const popularEntry = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  title: z.string(),
  url: z.string(),
  space: z.object({ key: z.string(), name: z.string() }),
  /** Likes of the last weeks. */
  likes: z.number(),
})
export type PopularEntry = z.output<typeof popularEntry>
export const listPopular = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/popular',
  tag: TAG,
  summary: 'Pages and posts that were liked most in the last weeks',
  query: z.object(pagingQuery()),
  response: pageSchema(popularEntry),
})
