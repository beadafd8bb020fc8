import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { allOf, invalidate } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import type { PageView } from '#features/content/contract.ts'
import { getPageView } from '#features/content/contract.ts'
import { listThreads } from '#features/comments/view-contract.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { usePageChange } from '#features/quick-reload/web/index.ts'
import { getLikes, type LikedType, type Likes } from '../contract.ts'
import { PageLikesView } from '../view/LikesView.tsx'
import { useLike } from './useLike.ts'

const LikesDialog = lazy(() => import('./LikesDialog.tsx'))

interface PageLikesProps {
  contentId: string
  version: number | undefined
}

export function PageLikes({ contentId, version }: PageLikesProps) {
  const { data: view } = useQuery(pageViewOptions(contentId, version))
  const likes = view?.parts['likes'] as (Likes & { type: LikedType }) | undefined
  return likes ? <LikesOfPage contentId={contentId} likes={likes} /> : null
}

function LikesOfPage({ contentId, likes }: { contentId: string; likes: Likes & { type: LikedType } }) {
  const client = useQueryClient()
  const reader = useReader()
  const [isOpen, setOpen] = useState(false)
  const show = (shown: Likes) =>
    client.setQueriesData<PageView>({ queryKey: allOf(getPageView) }, known =>
      known?.id === contentId ? { ...known, parts: { ...known.parts, likes: { ...shown, type: likes.type } } } : known,
    )
  const like = useLike({
    contentId,
    contentType: likes.type,
    likes,
    show,
    onChanged: () => void client.invalidateQueries({ queryKey: allOf(getPageView), refetchType: 'none' }),
  })
  usePageChange(contentId, 'likes', () => {
    call(getLikes, { params: { id: contentId } }, { signInOn401: false }).then(show, () => undefined)
    // Those of the comments come with them.
    void invalidate(client, listThreads)
  })
  return (
    <PageLikesView type={likes.type} likes={likes} reader={reader} {...like} onShowPeople={() => setOpen(true)}>
      {isOpen && (
        <Suspense>
          <LikesDialog contentId={contentId} likes={likes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </PageLikesView>
  )
}
