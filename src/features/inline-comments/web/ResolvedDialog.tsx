import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { TimeView } from '#platform/view/TimeView.tsx'
import { CommentBodyView } from '#features/comments/web/index.ts'
import { listInline, type InlineComment } from '../contract.ts'
import { setResolved } from './resolving.ts'
import { opened } from './state.ts'
import { useRefresh } from './useInlinePart.ts'

/** Resolved comments of a page, to be read and opened again. */
export default function ResolvedDialog({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const list = useEndpoint(listInline, { query: { containerId: pageId } })
  return (
    <Dialog title={t('Resolved comments')} width={600} onClose={onClose}>
      <Loaded answer={list} failure={t('The comments could not be read')}>
        {comments => {
          const resolved = comments.filter(comment => comment.resolveProperties.resolved)
          if (resolved.length === 0) return <p className="ox-hint">{t('No comment of this page is resolved.')}</p>
          return (
            <ul className="ox-resolved">
              {resolved.map(comment => (
                <ResolvedItem key={comment.id} pageId={pageId} comment={comment} onClose={onClose} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

interface ResolvedItemProps {
  pageId: string
  comment: InlineComment
  onClose: () => void
}

function ResolvedItem({ pageId, comment, onClose }: ResolvedItemProps) {
  const reader = useReader()
  const refresh = useRefresh()
  const reopen = useAction(async () => {
    await setResolved(String(comment.id), false)
    await refresh()
  })
  const { authorDisplayName: name, resolveProperties } = comment
  return (
    <li>
      <blockquote className="ox-inline-words">{comment.originalSelection}</blockquote>
      <p className="ox-comment-head">
        <span className="author">{name}</span>{' '}
        <a className="ox-comment-when" href={comment.commentDateUrl} onClick={onClose}>
          <TimeView at={new Date(comment.lastModificationDate).toISOString()} reader={reader} />
        </a>
        {resolveProperties.resolvedByDangling && <span className="ox-comment-when">{t('The text is gone')}</span>}
      </p>
      <CommentBodyView html={comment.body} />
      <ButtonRow>
        {comment.hasResolvePermission && !comment.dangling && (
          <Button
            size="small"
            isPending={reopen.isPending}
            aria-label={t('Reopen comment by {{name}}', { name })}
            onPress={() => void reopen.run()}
          >
            {t('Reopen')}
          </Button>
        )}
        <Button
          size="small"
          variant="subtle"
          aria-label={t('Show comment by {{name}}', { name })}
          onPress={() => {
            onClose()
            opened.set({ pageId, kind: 'thread', id: String(comment.id) })
          }}
        >
          {t('Show')}
        </Button>
      </ButtonRow>
      <ErrorText error={reopen.error} />
    </li>
  )
}
