import type { UseQueryResult } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Loaded, together } from '#platform/web/ui/Loaded.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { getThread, type CommentView } from '#features/comments/view-contract.ts'
import { CommentList, ResolveButton, threadsOf } from '#features/comments/web/index.ts'
import { deleteInline, type InlineComment } from '../contract.ts'
import { resolveThread, setResolved } from './resolving.ts'
import { useInlinePart, useRefresh } from './useInlinePart.ts'

export interface ThreadViewProps {
  pageId: string
  /** Threads of the page. */
  list: UseQueryResult<InlineComment[]>
  /** Of the comment that begins the thread. */
  id: string
  /** Comment that the address names. */
  focusedId: string | undefined
  /** Called when the thread was resolved or deleted. */
  onGone: () => void
  /** Called when the thread was deleted. */
  onDeleted?: () => void
}

/** A thread with what its reader may do. */
export function ThreadView(props: ThreadViewProps) {
  const { pageId, id, list } = props
  const thread = useEndpoint(getThread, { params: { id: pageId, commentId: id } })
  return (
    <Loaded answer={together({ list, thread })} failure={t('The comments could not be read')}>
      {answers => {
        const inline = answers.list.find(comment => String(comment.id) === id)
        return inline ? <LoadedThread {...props} inline={inline} comments={answers.thread.results} /> : null
      }}
    </Loaded>
  )
}

interface LoadedThreadProps extends Omit<ThreadViewProps, 'list'> {
  inline: InlineComment
  comments: readonly CommentView[]
}

function LoadedThread({ pageId, id, focusedId, onGone, onDeleted, inline, comments }: LoadedThreadProps) {
  const refresh = useRefresh()
  const { needsCaptcha } = useInlinePart(pageId)
  const isResolved = inline.resolveProperties.resolved
  const toggle = async () => {
    if (isResolved) {
      await setResolved(id, false)
      await refresh()
    } else {
      await resolveThread(id, refresh)
      onGone()
    }
  }
  const may = { update: inline.hasEditPermission, delete: inline.hasDeletePermission }
  return (
    <>
      <blockquote className="ox-inline-words">
        {inline.originalSelection} {isResolved && <Lozenge tone="success">{t('Resolved')}</Lozenge>}
      </blockquote>
      <CommentList
        threads={threadsOf(comments.map(comment => (comment.id === id ? { ...comment, may } : comment)))}
        pageId={pageId}
        focusedId={focusedId}
        mayComment={inline.hasReplyPermission}
        needsCaptcha={needsCaptcha}
        onChanged={refresh}
        onDelete={async commentId => {
          await call(deleteInline, { params: { id: commentId } })
          if (commentId !== id) return
          onDeleted?.()
          onGone()
        }}
      />
      {inline.hasResolvePermission && <ResolveButton isResolved={isResolved} onToggle={toggle} />}
    </>
  )
}
