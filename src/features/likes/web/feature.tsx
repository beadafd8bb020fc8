import './likes.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import type { Likes } from '../contract.ts'
import { CommentLikes } from './CommentLikes.tsx'
import { PageLikes } from './PageLikes.tsx'
import { Popular } from './Popular.tsx'

export const likesWeb = webFeature({
  name: 'likes',
  slots: [
    slot('page.after', {
      id: 'likes',
      order: 20,
      inDocument: true,
      render: ({ contentId, version, mode }) =>
        mode === 'view' ? <PageLikes key={contentId} contentId={contentId} version={version} /> : null,
    }),
    slot('comment.actions', {
      id: 'likes',
      render: ({ comment }) => {
        const likes = comment.parts['likes'] as Likes | undefined
        return likes ? <CommentLikes commentId={comment.id} likes={likes} /> : null
      },
    }),
    slot('dashboard.side', { id: 'popular', render: () => <Popular /> }),
  ],
})
