import { useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { LazyConfirmDialog } from '#platform/web/ui/LazyConfirmDialog.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { deleteContent } from '#features/content/contract.ts'
import { useIslands } from '#features/content/web/index.ts'
import { storageToText } from '../plain-text.ts'
import type { Thread } from '../threads.ts'
import { authorName, CommentBodyView, CommentThreadView } from '../view/CommentsView.tsx'
import { listThreads } from '../view-contract.ts'
import { CommentForm } from './LazyCommentForm.tsx'
import { OneForm } from './one-form.ts'
import { changeComment, postComment, readComment } from './post.ts'
import { useFocusNext } from './useFocusNext.ts'

export interface CommentThreadProps {
  pageId: string
  thread: Thread
  focusedId: string | undefined
  mayComment: boolean
  onChanged: () => Promise<void>
}

type Comment = Thread['comment']
type Mode = { kind: 'reply' } | { kind: 'delete' } | { kind: 'edit'; text: string; isStorage: boolean; version: number }

/** The text of a comment. */
function CommentBody({ comment: { id, html, may } }: { comment: Comment }) {
  const element = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  useIslands(element, html, {
    contentId: id,
    mayUpdate: may.update,
    onChanged: () => void client.invalidateQueries({ queryKey: allOf(listThreads), refetchType: 'none' }),
  })
  return <CommentBodyView ref={element} html={html} />
}

/** A comment with its answers. */
export function CommentThread({ pageId, thread, focusedId, mayComment, onChanged }: CommentThreadProps) {
  const { comment, answers } = thread
  const { id } = comment
  const reader = useReader()
  const [mode, setMode] = useState<Mode>()
  const focusNext = useFocusNext()
  const { begin } = useContext(OneForm)
  const close = () => setMode(undefined)
  const leave = () => {
    close()
    focusNext(`comment-${id}`)
  }
  const name = authorName(comment, reader)
  const reply = () => {
    if (mode?.kind !== 'reply') begin(() => setMode({ kind: 'reply' }))
  }
  const edit = async () => {
    try {
      const { storage, version } = await readComment(id)
      const text = storageToText(storage)
      begin(() => setMode({ kind: 'edit', text: text ?? storage, isStorage: text === undefined, version }))
    } catch (error) {
      showFailure(t('The comment could not be opened'), error)
    }
  }
  return (
    <CommentThreadView
      comment={comment}
      pageId={pageId}
      reader={reader}
      isFocused={id === focusedId}
      body={mode?.kind === 'edit' ? (
        <CommentForm
          pageId={pageId}
          place={`edit-${id}`}
          label={t('Edit comment')}
          submitLabel={t('Save')}
          initial={mode}
          onCancel={leave}
          onReplaced={close}
          onSubmit={async (storage, version) => {
            await saveChange(id, storage, version)
            await onChanged()
            leave()
          }}
        />
      ) : (
        <>
          <CommentBody comment={comment} />
          {reader.isLive && (
            <CommentActions
              comment={comment}
              name={name}
              onReply={mayComment ? reply : undefined}
              onEdit={() => void edit()}
              onDelete={() => begin(() => setMode({ kind: 'delete' }))}
            />
          )}
        </>
      )}
    >
      {mode?.kind === 'reply' && (
        <div className="ox-comment-reply">
          <CommentForm
            pageId={pageId}
            place={`reply-${id}`}
            label={t('Reply to {{name}}', { name })}
            submitLabel={t('Reply')}
            onCancel={leave}
            onReplaced={close}
            onSubmit={async storage => {
              const answer = await postComment(pageId, storage, id)
              await onChanged()
              close()
              focusNext(`comment-${answer}`, `comment-${id}`)
            }}
          />
        </div>
      )}
      {mode?.kind === 'delete' && (
        <LazyConfirmDialog
          title={t('Are you sure you want to delete the comment?')}
          confirmLabel={t('Delete')}
          isDangerous
          onClose={close}
          onConfirm={async () => {
            try {
              await call(deleteContent, { params: { id } })
              await onChanged()
            } catch (error) {
              showFailure(t('The comment could not be deleted'), error)
            }
          }}
        >
          <p>{answers.length > 0 ? t('It goes for good. Its answers stay.') : t('It goes for good.')}</p>
        </LazyConfirmDialog>
      )}
      {answers.length > 0 && (
        <ol className="ox-comment-list">
          {answers.map(answer => (
            <CommentThread key={answer.comment.id} pageId={pageId} thread={answer} focusedId={focusedId} mayComment={mayComment} onChanged={onChanged} />
          ))}
        </ol>
      )}
    </CommentThreadView>
  )
}

interface CommentActionsProps {
  comment: Comment
  /** Name of who wrote it. */
  name: string
  /** Undefined where the reader may not comment. */
  onReply: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

function CommentActions({ comment, name, onReply, onEdit, onDelete }: CommentActionsProps) {
  return (
    <div className="ox-comment-actions">
      {onReply && (
        <button type="button" aria-label={t('Reply to {{name}}', { name })} onClick={onReply}>
          {t('Reply')}
        </button>
      )}
      {comment.may.update && (
        <button type="button" aria-label={t('Edit comment by {{name}}', { name })} onClick={onEdit}>
          {t('Edit')}
        </button>
      )}
      {comment.may.delete && (
        <button type="button" aria-label={t('Delete comment by {{name}}', { name })} onClick={onDelete}>
          {t('Delete')}
        </button>
      )}
    </div>
  )
}

async function saveChange(id: string, storage: string, version: number): Promise<void> {
  try {
    await changeComment(id, storage, version)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    throw new Error(t('Somebody has changed this comment meanwhile. Copy your text, cancel and edit again.'), { cause: error })
  }
}
