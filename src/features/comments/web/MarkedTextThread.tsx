import { useQuery } from '@tanstack/react-query'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { threadsOf } from '../threads.ts'
import { getThread, type ThreadView } from '../view-contract.ts'
import { CommentThread } from './CommentThread.tsx'

/**
 * The thread on marked text that holds the comment which the address names. Such threads do not stand below the page:
 * this one is read for itself.
 */
export function useMarkedTextThread(pageId: string, commentId: string | undefined, isBelowPage: boolean) {
  const { data, refetch } = useQuery({
    ...queryOptionsFor(getThread, { params: { id: pageId, commentId: commentId ?? '' } }),
    enabled: commentId !== undefined && !isBelowPage,
  })
  const isMarked = data !== undefined && data.location !== 'footer' && !isBelowPage
  return { thread: isMarked ? data : undefined, refresh: async () => void (await refetch()) }
}

interface MarkedTextThreadProps {
  pageId: string
  thread: ThreadView
  focusedId: string | undefined
  mayComment: boolean
  onChanged: () => Promise<void>
}

/** A thread on marked text, with the words that it is about. */
export function MarkedTextThread({ pageId, thread, focusedId, mayComment, onChanged }: MarkedTextThreadProps) {
  const { results, location, selection } = thread
  return (
    <section className="ox-comments-marked" aria-label={t('Comment on the text')}>
      <p className="ox-comments-marked-words">
        {selection ? t('On “{{words}}”', { words: selection }) : t('Comment on the text')}{' '}
        {location === 'resolved' && <Lozenge tone="success">{t('Resolved')}</Lozenge>}
      </p>
      <ol className="ox-comment-list">
        {threadsOf(results).map(one => (
          <CommentThread key={one.comment.id} pageId={pageId} thread={one} focusedId={focusedId} mayComment={mayComment} onChanged={onChanged} />
        ))}
      </ol>
    </section>
  )
}
