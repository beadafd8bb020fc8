import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useReader } from '#platform/web/reader.ts'
import { setCommentPart } from '#features/comments/web/index.ts'
import type { Likes } from '../contract.ts'
import { LikesView } from '../view/LikesView.tsx'
import { useLike } from './useLike.ts'

const LikesDialog = lazy(() => import('./LikesDialog.tsx'))

/** Like button and summary among the actions of a comment. */
export function CommentLikes({ commentId, likes }: { commentId: string; likes: Likes }) {
  const client = useQueryClient()
  const reader = useReader()
  const [isOpen, setOpen] = useState(false)
  const like = useLike({
    contentId: commentId,
    contentType: 'comment',
    likes,
    show: shown => setCommentPart(client, commentId, 'likes', shown),
    onChanged: () => undefined,
  })
  return (
    <>
      <LikesView type="comment" likes={likes} reader={reader} {...like} onShowPeople={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <LikesDialog contentId={commentId} likes={likes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
