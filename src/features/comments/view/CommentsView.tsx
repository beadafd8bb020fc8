import type { ReactNode, Ref } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { commentPath } from '#features/content-core/address-shared.ts'
import { commentElementId, editCommentPath, removeCommentPath, replyCommentPath } from '../addresses.ts'
import { threadsOf, commentsHeading, type Thread } from '../threads.ts'
import type { CommentsPart, CommentView } from '../view-contract.ts'
import { CommentFormView } from './CommentFormView.tsx'

/** Comments of a page as sent by the server; `CommentSection` composes the same views in the browser. */
export function PageCommentsView({ part, reader, token }: { part: CommentsPart; reader: Reader; token: string }) {
  return (
    <CommentSectionView
      total={part.total}
      reader={reader}
      foot={
        part.mayComment && (
          <CommentFormView pageId={part.pageId} reader={reader} token={token} needsCaptcha={part.needsCaptcha} />
        )
      }
    >
      {threadsOf(part.results).map(thread => (
        <StaticThread
          key={thread.comment.id}
          thread={thread}
          pageId={part.pageId}
          mayComment={part.mayComment}
          reader={reader}
        />
      ))}
    </CommentSectionView>
  )
}

function StaticThread({
  thread: { comment, answers },
  pageId,
  mayComment,
  reader,
}: {
  thread: Thread
  pageId: string
  mayComment: boolean
  reader: Reader
}) {
  const body = (
    <>
      <CommentBodyView html={comment.html} />
      <CommentLinksView comment={comment} pageId={pageId} mayComment={mayComment} reader={reader} />
    </>
  )
  return (
    <CommentThreadView comment={comment} pageId={pageId} reader={reader} body={body}>
      {answers.length > 0 && (
        <ol className="ox-comment-list">
          {answers.map(answer => (
            <StaticThread
              key={answer.comment.id}
              thread={answer}
              pageId={pageId}
              mayComment={mayComment}
              reader={reader}
            />
          ))}
        </ol>
      )}
    </CommentThreadView>
  )
}

interface CommentSectionViewProps {
  ref?: Ref<HTMLElement>
  total: number
  reader: Reader
  children: ReactNode
  foot: ReactNode
}

/** Comments section with heading. */
export function CommentSectionView({ ref, total, reader: { t }, children, foot }: CommentSectionViewProps) {
  const { text, values } = commentsHeading(total)
  return (
    <section ref={ref} id="comments-section" className="ox-comments" aria-labelledby="comments-section-title">
      <h2 id="comments-section-title" className="section-title">
        {total === 0 ? t('Comments') : t(text, values)}
      </h2>
      <ol id="page-comments" className="ox-comment-list">
        {children}
      </ol>
      {foot}
    </section>
  )
}

interface CommentThreadViewProps {
  comment: CommentView
  pageId: string
  reader: Reader
  isFocused?: boolean
  body: ReactNode
  children: ReactNode
}

export function CommentThreadView({
  comment,
  pageId,
  reader,
  isFocused = false,
  body,
  children,
}: CommentThreadViewProps) {
  const { author, id } = comment
  return (
    <li className="ox-comment-thread">
      <article
        id={commentElementId(id)}
        className="ox-comment comment"
        tabIndex={-1}
        data-focused={isFocused || undefined}
        aria-label={reader.t('Comment by {{name}}', { name: authorName(comment, reader) })}
      >
        <img
          className="ox-comment-face"
          src={author?.avatarUrl ?? '/images/icons/profilepics/default.svg'}
          alt=""
          width="32"
          height="32"
          data-username={author?.profileUrl === undefined ? undefined : author.username}
        />
        <div className="ox-comment-main">
          <CommentHeadView comment={comment} pageId={pageId} reader={reader} />
          {body}
        </div>
      </article>
      {children}
    </li>
  )
}

/** Actions for a comment, by links that work without script. */
export function CommentLinksView({
  comment,
  pageId,
  mayComment,
  reader,
}: {
  comment: CommentView
  pageId: string
  mayComment: boolean
  reader: Reader
}) {
  const { id, may } = comment
  const { t } = reader
  const name = authorName(comment, reader)
  const links = [
    {
      isShown: mayComment,
      style: 'action-reply-comment',
      href: replyCommentPath(pageId, id),
      words: 'Reply',
      label: t('Reply to {{name}}', { name }),
    },
    {
      isShown: may.update,
      style: 'comment-action-edit',
      href: editCommentPath(pageId, id),
      words: 'Edit',
      label: t('Edit comment by {{name}}', { name }),
    },
    {
      isShown: may.delete,
      style: 'comment-action-remove',
      href: removeCommentPath(pageId, id),
      words: 'Delete',
      label: t('Delete comment by {{name}}', { name }),
    },
  ].filter(link => link.isShown)
  return (
    <div className="ox-comment-actions">
      {links.map(({ style, href, words, label }) => (
        <a key={style} className={style} href={href} aria-label={label}>
          {t(words)}
        </a>
      ))}
    </div>
  )
}

/** Author, time and permalink of a comment. */
function CommentHeadView({ comment, pageId, reader }: { comment: CommentView; pageId: string; reader: Reader }) {
  const { author, id, createdAt } = comment
  return (
    <header className="ox-comment-head">
      {author?.profileUrl === undefined ? (
        <span className="author">{authorName(comment, reader)}</span>
      ) : (
        <a className="url fn confluence-userlink author" data-username={author.username} href={author.profileUrl}>
          {author.displayName}
        </a>
      )}{' '}
      <a className="ox-comment-when" href={commentPath(pageId, id)}>
        <TimeView at={createdAt} reader={reader} />
      </a>
      {comment.version > 1 && (
        <>
          {' '}
          <span className="ox-comment-when">{reader.t('(edited)')}</span>
        </>
      )}
    </header>
  )
}

/** Comment text. @param html output of our renderer */
export function CommentBodyView({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className="ox-comment-body ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
  )
}

export function authorName({ author }: CommentView, { t }: Reader): string {
  return author?.displayName ?? t('Anonymous')
}
