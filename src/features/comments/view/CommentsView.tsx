import type { ReactNode, Ref } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { commentPath } from '#features/content/address-shared.ts'
import { threadsOf, titleOf, type Thread } from '../threads.ts'
import type { CommentsPart, CommentView } from '../view-contract.ts'
import { CommentFormView } from './CommentFormView.tsx'

/** The comments below a page as the server sends them; in the browser `CommentSection` puts the same views together. */
export function PageCommentsView({ part, reader, token }: { part: CommentsPart; reader: Reader; token: string }) {
  return (
    <CommentSectionView
      total={part.total}
      reader={reader}
      foot={part.mayComment && <CommentFormView pageId={part.pageId} reader={reader} token={token} />}
    >
      {threadsOf(part.results).map(thread => <StaticThread key={thread.comment.id} thread={thread} pageId={part.pageId} reader={reader} />)}
    </CommentSectionView>
  )
}

function StaticThread({ thread: { comment, answers }, pageId, reader }: { thread: Thread; pageId: string; reader: Reader }) {
  return (
    <CommentThreadView comment={comment} pageId={pageId} reader={reader} body={<CommentBodyView html={comment.html} />}>
      {answers.length > 0 && (
        <ol className="ox-comment-list">
          {answers.map(answer => <StaticThread key={answer.comment.id} thread={answer} pageId={pageId} reader={reader} />)}
        </ol>
      )}
    </CommentThreadView>
  )
}

interface CommentSectionViewProps {
  ref?: Ref<HTMLElement>
  /** Number of all comments below the page. */
  total: number
  reader: Reader
  /** A thread that the address asks for and that is not among those below the page. */
  marked?: ReactNode
  /** Threads. */
  children: ReactNode
  foot: ReactNode
}

/** The section of comments with its heading. */
export function CommentSectionView({ ref, total, reader: { t }, marked, children, foot }: CommentSectionViewProps) {
  const { text, values } = titleOf(total)
  return (
    <section ref={ref} id="comments-section" className="ox-comments" aria-labelledby="comments-section-title">
      <h2 id="comments-section-title" className="section-title">
        {total === 0 ? t('Comments') : t(text, values)}
      </h2>
      {marked}
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
  /** The comment's text, or a form in its place. */
  body: ReactNode
  /** Answers. */
  children: ReactNode
}

/** A comment with what follows it. */
export function CommentThreadView({ comment, pageId, reader, isFocused = false, body, children }: CommentThreadViewProps) {
  const { author, id } = comment
  return (
    <li className="ox-comment-thread">
      <article
        id={`comment-${id}`}
        className="ox-comment comment"
        tabIndex={-1}
        data-focused={isFocused || undefined}
        aria-label={reader.t('Comment by {{name}}', { name: authorName(comment, reader) })}
      >
        <img className="ox-comment-face" src={author?.avatarUrl ?? '/images/icons/profilepics/default.svg'} alt="" width="32" height="32" />
        <div className="ox-comment-main">
          <CommentHeadView comment={comment} pageId={pageId} reader={reader} />
          {body}
        </div>
      </article>
      {children}
    </li>
  )
}

/** Who wrote a comment and when, with the comment's own address. */
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

/** The text of a comment. @param html what our renderer made */
export function CommentBodyView({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }) {
  return <div ref={ref} className="ox-comment-body ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
}

/** Name of who wrote a comment. */
export function authorName({ author }: CommentView, { t }: Reader): string {
  return author?.displayName ?? t('Anonymous')
}
