import type { Reader } from '#platform/view/reader.ts'
import type { LikedType, Likes } from './contract.ts'

/** Users that the "People who like this" dialog fetches at most. */
export const DIALOG_LIKES = 50
/** Followed users that a summary names at most. */
export const PROMOTED_LIKES = 3
/** Entries of the dashboard's list of popular pages. */
export const POPULAR_AT_ONCE = 5

/**
 * Sentence about who likes a content, for one reader; null where there is nothing to say: there are no likes, and it is
 * a comment, or the reader may not like it.
 */
export function likeSummary(type: LikedType, likes: Likes, { t, locale }: Pick<Reader, 't' | 'locale'>): string | null {
  const { count, liked, promoted, other, mayLike } = likes
  if (count === 0) return mayLike && type !== 'comment' ? t('Be the first to like this') : null
  const rest = count - (liked ? 1 : 0) - promoted.length
  const names = [...promoted, ...(rest === 1 && other !== null ? [other] : [])]
  const others = count - (liked ? 1 : 0) - names.length
  if (names.length === 0 && !liked) return t('{{count}} people like this', { count })
  if (names.length === 0 && others === 0) return t('You like this')
  const subjects = [
    ...(liked ? [t('You')] : []),
    ...names,
    ...(others > 0 ? [t('{{count}} others', { count: others })] : []),
  ]
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(subjects)
  return t(subjects.length === 1 ? '{{names}} likes this' : '{{names}} like this', { names: list })
}

/** The likes that readers see after their own like, or after taking it back. */
export function toggled(likes: Likes): Likes {
  return { ...likes, liked: !likes.liked, count: likes.count + (likes.liked ? -1 : 1) }
}
