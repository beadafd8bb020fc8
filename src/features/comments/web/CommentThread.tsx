import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { LazyConfirmDialog } from '#platform/web/ui/LazyConfirmDialog.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { deleteContent } from '#features/content/contract.ts'
import { whenExactly, whenWords } from '#features/content/web/index.ts'
import { storageToText } from '../plain-text.ts'
import { commentHref, type Thread } from '../threads.ts'
import { CommentForm } from './LazyCommentForm.tsx'
import { changeComment, postComment, readComment } from './post.ts'

export interface CommentThreadProps {
  pageId: string
  thread: Thread
  focusedId: string | undefined
  mayComment: boolean
  onChanged: () => Promise<void>
}

type Mode = { kind: 'reply' } | { kind: 'delete' } | { kind: 'edit'; text: string; isStorage: boolean; version: number }

/** A comment with its answers. */
export function CommentThread({ pageId, thread, focusedId, mayComment, onChanged }: CommentThreadProps) {
  const { comment, answers } = thread
  const { author, id } = comment
  const [mode, setMode] = useState<Mode>()
  const close = () => setMode(undefined)
  const name = author?.displayName ?? t('Anonymous')
  const edit = async () => {
    try {
      const { storage, version } = await readComment(id)
      const text = storageToText(storage)
      setMode({ kind: 'edit', text: text ?? storage, isStorage: text === undefined, version })
    } catch (error) {
      showFailure(t('The comment could not be opened'), error)
    }
  }
  return (
    <li className="ox-comment-thread">
      <article id={`comment-${id}`} className="ox-comment comment" tabIndex={-1} data-focused={id === focusedId || undefined} aria-label={t('Comment by {{name}}', { name })}>
        <img className="ox-comment-face" src={author?.avatarUrl ?? '/images/icons/profilepics/default.svg'} alt="" width="32" height="32" />
        <div className="ox-comment-main">
          <header className="ox-comment-head">
            {author ? (
              <a className="url fn confluence-userlink author" data-username={author.username} href={`/display/~${encodeURIComponent(author.username)}`}>
                {author.displayName}
              </a>
            ) : (
              <span className="author">{t('Anonymous')}</span>
            )}{' '}
            <a className="ox-comment-when" href={commentHref(pageId, id)} title={whenExactly(comment.createdAt, locale())}>
              <time dateTime={comment.createdAt}>{ago(comment.createdAt)}</time>
            </a>
            {comment.version > 1 && (
              <>
                {' '}
                <span className="ox-comment-when">{t('(edited)')}</span>
              </>
            )}
          </header>
          {mode?.kind === 'edit' ? (
            <CommentForm
              label={t('Edit comment')}
              submitLabel={t('Save')}
              initial={mode}
              onCancel={close}
              onSubmit={async storage => {
                try {
                  await changeComment(id, storage, mode.version)
                } catch (error) {
                  if (error instanceof ApiError && error.status === 409) throw new Error(t('Somebody has changed this comment meanwhile. Copy your text, cancel and edit again.'), { cause: error })
                  throw error
                }
                await onChanged()
                close()
              }}
            />
          ) : (
            <>
              <div className="ox-comment-body ox-article wiki-content" dangerouslySetInnerHTML={{ __html: comment.html }} />
              <div className="ox-comment-actions">
                {mayComment && (
                  <button type="button" aria-label={t('Reply to {{name}}', { name })} onClick={() => setMode({ kind: 'reply' })}>
                    {t('Reply')}
                  </button>
                )}
                {comment.may.update && (
                  <button type="button" aria-label={t('Edit comment by {{name}}', { name })} onClick={() => void edit()}>
                    {t('Edit')}
                  </button>
                )}
                {comment.may.delete && (
                  <button type="button" aria-label={t('Delete comment by {{name}}', { name })} onClick={() => setMode({ kind: 'delete' })}>
                    {t('Delete')}
                  </button>
                )}
              </div>
            </>
          )}
        </div>
      </article>
      {mode?.kind === 'reply' && (
        <div className="ox-comment-reply">
          <CommentForm
            label={t('Reply to {{name}}', { name })}
            submitLabel={t('Reply')}
            onCancel={close}
            onSubmit={async storage => {
              await postComment(pageId, storage, id)
              await onChanged()
              close()
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
            await call(deleteContent, { params: { id } })
            await onChanged()
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

function ago(iso: string): string {
  return whenWords(iso, Date.now(), locale())
}
