import type { ReactNode, Ref } from 'react'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import type { LikedType, Likes } from '../contract.ts'
import { likeSummary } from '../shared.ts'

export const LIKES_ID = 'likes-section'

interface PageLikesViewProps extends LikesViewProps {
  children?: ReactNode
}

/** Likes of a page or post, below its text; nothing where a reader has neither the button nor a summary. */
export function PageLikesView({ children, ...props }: PageLikesViewProps) {
  if (!props.likes.mayLike && likeSummary(props.type, props.likes, props.reader) === null) return null
  return (
    <section id={LIKES_ID} className="ox-likes" aria-label={props.reader.t('Likes')}>
      <LikesView {...props} />
      {children}
    </section>
  )
}

interface LikesViewProps {
  type: LikedType
  likes: Likes
  reader: Reader
  /** Like button. */
  button?: Ref<HTMLAnchorElement>
  /** Title of the last failure. */
  failure?: string | undefined
  onShowPeople?: () => void
}

/** Like button and the sentence about who likes the content. */
export function LikesView({ type, likes, reader, button, failure, onShowPeople }: LikesViewProps) {
  const { t } = reader
  const summary = likeSummary(type, likes, reader)
  return (
    <>
      {likes.mayLike && (
        <a
          ref={button}
          className="ox-like like-button"
          role="button"
          href={`#${LIKES_ID}`}
          data-liked={likes.liked || undefined}
        >
          {type !== 'comment' && <Icon name="like" size={16} />}
          {t(likes.liked ? 'Unlike' : 'Like')}
        </a>
      )}
      <span className="ox-like-status" role="status">
        {failure !== undefined && (
          <span className="ox-like-error" role="img" title={failure} aria-label={failure}>
            !
          </span>
        )}
      </span>
      {summary !== null &&
        (likes.count === 0 ? (
          <span className="ox-like-summary like-summary">{summary}</span>
        ) : (
          <button type="button" className="ox-like-summary like-summary" onClick={onShowPeople}>
            {type === 'comment' && <Icon name="like" size={12} />}
            {summary}
          </button>
        ))}
    </>
  )
}
