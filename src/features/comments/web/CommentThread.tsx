import { useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { LazyConfirmDialog } from '#platform/web/ui/LazyConfirmDialog.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { commentPath } from '#features/content/address-contract.ts'
import { deleteContent } from '#features/content/contract.ts'
import { useIslands, whenExactly, whenWords } from '#features/content/web/index.ts'
import { storageToText } from '../plain-text.ts'
import type { Thread } from '../threads.ts'
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
  return <div ref={element} className="ox-comment-body ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
}

/** A comment with its answers. */
export function CommentThread({ pageId, thread, focusedId, mayComment, onChanged }: CommentThreadProps) {
  const { comment, answers } = thread
  const { author, id } = comment
  const [mode, setMode] = useState<Mode>()
  const focusNext = useFocusNext()
  const { begin } = useContext(OneForm)
  const close = () => setMode(undefined)
  const leave = () => {
    close()
    focusNext(`comment-${id}`)
  }
  const name = nameOf(comment)
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
    <li className="ox-comment-thread">
      <article id={`comment-${id}`} className="ox-comment comment" tabIndex={-1} data-focused={id === focusedId || undefined} aria-label={t('Comment by {{name}}', { name })}>
        <img className="ox-comment-face" src={author?.avatarUrl ?? '/images/icons/profilepics/default.svg'} alt="" width="32" height="32" />
        <div className="ox-comment-main">
          <CommentHead pageId={pageId} comment={comment} />
          {mode?.kind === 'edit' ? (
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
              <CommentActions
                comment={comment}
                onReply={mayComment ? reply : undefined}
                onEdit={() => void edit()}
                onDelete={() => begin(() => setMode({ kind: 'delete' }))}
              />
            </>
          )}
        </div>
      </article>
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
    </li>
  )
}

/** Who wrote it and when, with the comment's own address. */
function CommentHead({ pageId, comment }: { pageId: string; comment: Comment }) {
  const { author, id, createdAt } = comment
  return (
    <header className="ox-comment-head">
      {author?.profileUrl === undefined ? (
        <span className="author">{nameOf(comment)}</span>
      ) : (
        <a className="url fn confluence-userlink author" data-username={author.username} href={author.profileUrl}>
          {author.displayName}
        </a>
      )}{' '}
      <a className="ox-comment-when" href={commentPath(pageId, id)} title={whenExactly(createdAt, locale())}>
        <time dateTime={createdAt}>{ago(createdAt)}</time>
      </a>
      {comment.version > 1 && (
        <>
          {' '}
          <span className="ox-comment-when">{t('(edited)')}</span>
        </>
      )}
    </header>
  )
}

interface CommentActionsProps {
  comment: Comment
  /** Undefined where the reader may not comment. */
  onReply: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

function CommentActions({ comment, onReply, onEdit, onDelete }: CommentActionsProps) {
  const name = nameOf(comment)
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

function nameOf({ author }: Comment): string {
  return author?.displayName ?? t('Anonymous')
}

function ago(iso: string): string {
  return whenWords(iso, Date.now(), locale())
}
