import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { formatRelative } from '#platform/web/format.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { useInvalidate, usePages } from '#platform/web/query.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { textToStorage } from '#features/comments/text-shared.ts'
import { listThreads, type CommentView } from '#features/comments/view-contract.ts'
import { createContent, deleteContent, getPageView } from '#features/content/contract.ts'
import { listPreviewFiles, type PreviewFile } from '../contract.ts'
import css from './Previewer.module.css'

interface FileCommentsProps {
  file: PreviewFile
  mayComment: boolean
  onClose: () => void
}

/** Comments on a file, oldest first, and a form for another. */
export function FileComments({ file, mayComment, onClose }: FileCommentsProps) {
  const threads = usePages(listThreads, { params: { id: file.id } })
  const invalidate = useInvalidate()
  const changed = () => invalidate(listThreads, listPreviewFiles, getPageView)
  return (
    <aside className={css.comments} aria-label={t('Comments on this file')}>
      <div className={css.commentsHead}>
        <h3>{t('Comments')}</h3>
        <IconButton size="small" label={t('Hide comments')} onPress={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <div className={css.commentList}>
        <Listing
          list={growingList(threads)}
          failure={t('The comments could not be read')}
          empty={<p className={css.note}>{t('Nobody has commented on this file yet.')}</p>}
        >
          {comments => comments.map(comment => <Comment key={comment.id} comment={comment} onChanged={changed} />)}
        </Listing>
      </div>
      {mayComment && <NewComment fileId={file.id} onPosted={changed} />}
    </aside>
  )
}

function Comment({ comment, onChanged }: { comment: CommentView; onChanged: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  const author = comment.author?.displayName ?? t('Anonymous')
  const remove = async () => {
    await call(deleteContent, { params: { id: comment.id } })
    await onChanged()
  }
  return (
    <article className={css.comment} data-reply={comment.parentId === null ? undefined : ''}>
      <header>
        <Avatar name={author} picture={comment.author?.avatarUrl} size={24} isDecorative />
        <strong>{author}</strong>
        <time dateTime={comment.createdAt}>{formatRelative(comment.createdAt)}</time>
      </header>
      <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: comment.html }} />
      {comment.may.delete && (
        <button type="button" className="ox-link-button" onClick={() => setAsking(true)}>
          {t('Delete')}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('Delete this comment?')}
          confirmLabel={t('Delete')}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{t('The comment is deleted for good.')}</p>
        </ConfirmDialog>
      )}
    </article>
  )
}

function NewComment({ fileId, onPosted }: { fileId: string; onPosted: () => Promise<void> }) {
  const [text, setText] = useState('')
  const action = useAction(async () => {
    const value = textToStorage(text)
    if (value === '') return
    await call(createContent, {
      body: {
        type: 'comment',
        container: { id: fileId, type: 'attachment' },
        body: { storage: { value, representation: 'storage' } },
      },
    })
    setText('')
    await onPosted()
  })
  return (
    <form
      className={css.newComment}
      onSubmit={event => {
        event.preventDefault()
        void action.run()
      }}
    >
      <TextArea label={t('Write a comment')} value={text} onChange={setText} maxLength={20_000} rows={3} />
      <ErrorText error={action.error} />
      <Button type="submit" variant="primary" size="small" isDisabled={text.trim() === ''} isPending={action.isPending}>
        {t('Save')}
      </Button>
    </form>
  )
}
