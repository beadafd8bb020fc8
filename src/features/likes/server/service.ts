import type { Context } from '#platform/server/context.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { badRequest, forbidden, HttpError, noContent } from '#platform/server/http/errors.ts'
import {
  pictureUrl,
  mayViewProfile,
  profilePath,
  requireAccount,
  requireUse,
  requireUser,
} from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { changesOf, type ContentRow } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { LikedType, Liker, Likes, LikesEntity } from '../contract.ts'
import { followEnabled } from './settings.ts'
import { countLikes, follows, likersOf, likersOfComments, likes, type LikerRow } from './store.ts'

/** Likes of comments in one answer. */
const MOST_COMMENT_LIKES = 5000

/** A content that can be liked. @throws HttpError 404 when there is none that the reader sees, or it is a file */
export async function requireLikable(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id)
  if (row.type === 'attachment' || row.status !== 'current') throw noContent(id)
  return row
}

/** Signed in with access to the wiki, which can be changed now. */
function mayAct({ app, viewer }: Context): boolean {
  return viewer.userId !== null && viewer.mayUse && !isReadOnly(app)
}

/**
 * Likes of many contents as screens show them to the reader. All contents have an entry.
 * @param options.areNone they are known to have none
 */
export async function likesOf(
  ctx: Context,
  rows: readonly ContentRow[],
  { areNone = false } = {},
): Promise<Map<number, Likes>> {
  const [counts, spaces] = await Promise.all([
    countLikes(ctx, areNone ? [] : rows.map(row => row.id)),
    spacesById(
      ctx.app,
      rows.map(row => row.space_id),
    ),
  ])
  const mayFollow = mayAct(ctx) && ctx.app.settings.get(followEnabled)
  const none = { count: 0, liked: false, promoted: [], other: null }
  return new Map(
    rows.map(row => {
      const mayLike = mayAct(ctx) && row.status === 'current' && spaces.get(row.space_id)?.status === 'current'
      return [row.id, { ...(counts.get(row.id) ?? none), mayLike, mayFollow }]
    }),
  )
}

interface Shown {
  /** Names, pictures and profiles of the users. */
  people: boolean
  /** Likes of the page's comments. */
  comments: boolean
  max: number
}

/** Users who like a content, in the shape of the old product. */
export async function likesEntity(
  ctx: Context,
  row: ContentRow,
  { people, comments, max }: Shown,
): Promise<LikesEntity & { commentLikes?: Record<string, LikesEntity> }> {
  const found = await likersOf(ctx, row.id, max)
  return {
    likes: found.map(account => ({ user: likerWire(ctx, account, people) })),
    content_id: String(row.id),
    content_type: row.type as LikedType,
    ...(comments ? { commentLikes: await commentLikes(ctx, row) } : {}),
  }
}

async function commentLikes(ctx: Context, page: ContentRow): Promise<Record<string, LikesEntity>> {
  const found = await likersOfComments(ctx, page, MOST_COMMENT_LIKES)
  return Object.fromEntries(
    [...found].map(([id, users]) => [
      String(id),
      {
        likes: users.map(({ username, followed }) => ({
          user: { name: username, followedByRemoteUser: followed === 1 },
        })),
        content_id: String(id),
        content_type: 'comment',
      },
    ]),
  )
}

function likerWire(ctx: Context, account: LikerRow, withPerson: boolean): Liker {
  return {
    name: account.username,
    followedByRemoteUser: account.followed === 1,
    ...(withPerson
      ? {
          fullName: account.display_name,
          avatarUrl: pictureUrl(account),
          ...(mayViewProfile(ctx, account) ? { url: profilePath(account.username) } : {}),
        }
      : {}),
  }
}

/**
 * Likes a content as the reader, or takes the like back.
 * @throws HttpError 400 when the reader likes it already; 401, 403 without access; 405 in an archived space
 */
export async function setLike(ctx: Context, row: ContentRow, like: boolean): Promise<void> {
  const accountId = requireUser(ctx)
  requireUse(ctx)
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  if (space?.status !== 'current')
    throw new HttpError(405, 'This space is archived: what is in it can be read, and not liked', {
      headers: { allow: 'GET, HEAD' },
    })
  const changed = await ctx.app.database.transaction(async tx => {
    if (!(await likes.set(tx, { content_id: row.id, account_id: accountId }, like))) return false
    tx.append({
      kind: like ? 'content.liked' : 'content.unliked',
      actorId: accountId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { type: row.type, containerId: row.container_id },
      changes: changesOf(row),
    })
    return true
  })
  // Clients of the old product take this as "already liked". A like that is not there is taken back without an error.
  if (like && !changed) throw badRequest('The content cannot be liked')
}

/**
 * Makes the reader follow a user, or no longer.
 * @param user the reader's own name, as the address has it
 * @throws HttpError 400 for oneself; 401, 403 without access, for another reader or while following is off; 404
 */
export async function setFollow(ctx: Context, user: string, username: string, follow: boolean): Promise<void> {
  const followerId = requireUser(ctx)
  requireUse(ctx)
  if (user !== ctx.viewer.username) throw forbidden('Users decide for themselves whom they follow')
  if (!ctx.app.settings.get(followEnabled)) throw forbidden('Following is switched off in this wiki')
  const account = await requireAccount(ctx.app, { username })
  if (account.id === followerId) throw badRequest('You cannot follow yourself', { field: 'username' })
  await ctx.app.database.transaction(async tx => {
    if (!(await follows.set(tx, { follower_id: followerId, followee_id: account.id }, follow))) return
    tx.append({
      kind: follow ? 'user.followed' : 'user.unfollowed',
      actorId: followerId,
      data: { followeeId: account.id },
    })
  })
}
