import { useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { Slot } from '#platform/web/slots.tsx'
import { track } from '#platform/web/tracking.ts'
import { LazyConfirmDialog } from '#platform/web/ui/LazyConfirmDialog.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { deleteContent } from '#features/content/contract.ts'
import { useIslands } from '#features/content/web/index.ts'
import { commentElementId } from '../addresses.ts'
import type { Thread } from '../threads.ts'
import { authorName, CommentBodyView, CommentLinksView, CommentThreadView } from '../view/CommentsView.tsx'
import { listThreads } from '../view-contract.ts'
import type { CommentFormProps } from './CommentForm.tsx'
import { CommentForm, preloadCommentForm } from './LazyCommentForm.tsx'
import { OneForm } from './one-form.ts'
import { changeComment, postComment, readComment } from './post.ts'
import { useFocusNext } from './useFocusNext.ts'

export interface CommentThreadProps {
  /** Page, post or file that the thread is on. */
  pageId: string
  thread: Thread
  focusedId: string | undefined
  mayComment: boolean
  needsCaptcha: boolean
  onChanged: () => Promise<void>
  /**
   * Deletes a comment where a thread is one: with the comment that begins it go its answers, which are written to that
   * one alone.
   */
  onDelete?: (id: string) => Promise<void>
  /** Called after a comment was deleted, before `onChanged`. */
  onDeleted?: (id: string) => void
}

type Comment = Thread['comment']
type Mode = { kind: 'reply' } | { kind: 'delete' } | ({ kind: 'edit' } & NonNullable<CommentFormProps['edited']>)

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

export function CommentThread({ thread, ...rest }: CommentThreadProps) {
  const { pageId, focusedId, mayComment, needsCaptcha, onChanged, onDelete } = rest
  const answerProps = { ...rest, mayComment: mayComment && !onDelete }
  const { comment, answers } = thread
  const { id } = comment
  const reader = useReader()
  const { mode, reply, edit, remove, close } = useMode(comment)
  const focusNext = useFocusNext()
  const leave = () => {
    close()
    focusNext(commentElementId(id))
  }
  const name = authorName(comment, reader)
  const form = { pageId, onCancel: leave, onReplaced: close }
  return (
    <CommentThreadView
      comment={comment}
      pageId={pageId}
      reader={reader}
      isFocused={id === focusedId}
      body={
        mode?.kind === 'edit' ? (
          <CommentForm
            {...form}
            place={`edit-${id}`}
            label={t('Edit comment')}
            submitLabel={t('Save')}
            edited={mode}
            onSubmit={async (storage, version) => {
              await saveChange(id, storage, version)
              await onChanged()
              leave()
            }}
          />
        ) : (
          <>
            <CommentBody comment={comment} />
            {reader.isLive ? (
              <CommentActions
                comment={comment}
                name={name}
                onReply={mayComment ? reply : undefined}
                onEdit={() => void edit()}
                onDelete={remove}
              />
            ) : (
              <CommentLinksView comment={comment} pageId={pageId} mayComment={mayComment} reader={reader} />
            )}
          </>
        )
      }
    >
      {mode?.kind === 'reply' && (
        <div className="ox-comment-reply">
          <CommentForm
            {...form}
            place={`reply-${id}`}
            label={t('Reply to {{name}}', { name })}
            submitLabel={t('Reply')}
            needsCaptcha={needsCaptcha}
            onSubmit={async (storage, _version, headers) => {
              const answer = await postComment(pageId, storage, { parentId: id, headers })
              await onChanged()
              close()
              focusNext(commentElementId(answer), commentElementId(id))
            }}
          />
        </div>
      )}
      {mode?.kind === 'delete' && <DeleteCommentDialog {...rest} thread={thread} onClose={close} />}
      {answers.length > 0 && <CommentList {...answerProps} threads={answers} />}
    </CommentThreadView>
  )
}

export function CommentList({
  threads,
  ...props
}: { threads: readonly Thread[] } & Omit<CommentThreadProps, 'thread'>) {
  return (
    <ol className="ox-comment-list">
      {threads.map(thread => (
        <CommentThread key={thread.comment.id} thread={thread} {...props} />
      ))}
    </ol>
  )
}

/** The action that a user has begun on a comment. Forms open one at a time. */
function useMode({ id, html }: Comment) {
  const [mode, setMode] = useState<Mode>()
  const { begin } = useContext(OneForm)
  return {
    mode,
    close: () => setMode(undefined),
    reply: () => {
      if (mode?.kind !== 'reply') begin(() => setMode({ kind: 'reply' }))
    },
    remove: () => begin(() => setMode({ kind: 'delete' })),
    edit: async () => {
      try {
        const edited = await readComment(id)
        begin(() => setMode({ kind: 'edit', ...edited, html }))
      } catch (error) {
        showFailure(t('The comment could not be opened'), error)
      }
    },
  }
}

interface DeleteCommentDialogProps extends Pick<CommentThreadProps, 'thread' | 'onDelete' | 'onDeleted' | 'onChanged'> {
  onClose: () => void
}

function DeleteCommentDialog({ thread: { comment, answers }, onClose, ...rest }: DeleteCommentDialogProps) {
  const { onDelete, onDeleted, onChanged } = rest
  return (
    <LazyConfirmDialog
      title={t('Are you sure you want to delete the comment?')}
      confirmLabel={t('Delete')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        try {
          if (onDelete) await onDelete(comment.id)
          else await call(deleteContent, { params: { id: comment.id } })
          track('confluence.comment.delete', { contentId: comment.id })
          onDeleted?.(comment.id)
          await onChanged()
        } catch (error) {
          showFailure(t('The comment could not be deleted'), error)
        }
      }}
    >
      <p>
        {answers.length === 0
          ? t('It goes for good.')
          : onDelete
            ? t('It goes for good, with its answers.')
            : t('It goes for good. Its answers stay.')}
      </p>
    </LazyConfirmDialog>
  )
}

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** After the actions of a comment. */
    'comment.actions': { comment: Comment }
  }
}

interface CommentActionsProps {
  comment: Comment
  name: string
  /** Undefined without permission to comment. */
  onReply: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

function CommentActions({ comment, name, onReply, onEdit, onDelete }: CommentActionsProps) {
  return (
    <div className="ox-comment-actions">
      {onReply && (
        <button
          type="button"
          aria-label={t('Reply to {{name}}', { name })}
          onPointerEnter={preloadCommentForm}
          onClick={onReply}
        >
          {t('Reply')}
        </button>
      )}
      {comment.may.update && (
        <button
          type="button"
          aria-label={t('Edit comment by {{name}}', { name })}
          onPointerEnter={preloadCommentForm}
          onClick={onEdit}
        >
          {t('Edit')}
        </button>
      )}
      {comment.may.delete && (
        <button type="button" aria-label={t('Delete comment by {{name}}', { name })} onClick={onDelete}>
          {t('Delete')}
        </button>
      )}
      <Slot name="comment.actions" context={{ comment }} />
    </div>
  )
}

async function saveChange(id: string, storage: string, version: number): Promise<void> {
  try {
    await changeComment(id, storage, version)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    throw new Error(t('Another user has changed this comment. Copy your text, cancel and edit again.'), {
      cause: error,
    })
  }
}
