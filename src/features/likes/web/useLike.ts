import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { track } from '#platform/web/tracking.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import type { LikedType, Likes } from '../contract.ts'
import { toggled } from '../shared.ts'
import { bindLike, failureTitle, likeAction } from './like-action.ts'

/** Events of a like that was stored, and of one that was taken back. */
const LIKE_CREATED = 'confluence.like.create'
const LIKE_REMOVED = 'confluence.like.remove'

interface Liked {
  contentId: string
  contentType: LikedType
  likes: Likes
  /** Shows other likes, until they are read again. */
  show: (likes: Likes) => void
  /** Asks for what was cached before the change to be read again. */
  onChanged: () => void
}

/**
 * Like button of one content: shows the change at once and takes it back when it fails. A refusal is shown as a
 * message, any other failure as an icon beside the button.
 */
export function useLike({ contentId, contentType, likes, show, onChanged }: Liked) {
  const button = useRef<HTMLAnchorElement>(null)
  const [failure, setFailure] = useState<string>()
  const isBusy = useRef(false)
  const toggle = useEffectEvent(async () => {
    if (isBusy.current) return
    isBusy.current = true
    setFailure(undefined)
    const type = likes.liked ? 'unlike' : 'like'
    const before = likes
    show(toggled(before))
    try {
      await likeAction({ type, contentId, contentType })()
      track(type === 'like' ? LIKE_CREATED : LIKE_REMOVED, { contentId, contentType })
      onChanged()
    } catch (error) {
      show(before)
      if (error instanceof ApiError && error.status === 405) showFailure(failureTitle(type), error)
      else setFailure(failureTitle(type))
    } finally {
      isBusy.current = false
    }
  })
  const { mayLike } = likes
  useEffect(() => (button.current ? bindLike(button.current, () => void toggle()) : undefined), [mayLike])
  return { button, failure }
}
