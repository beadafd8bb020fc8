import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { useLocation } from '#platform/web/router.tsx'
import { xsrfToken } from '#platform/web/session.ts'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { commentElementId } from '../addresses.ts'
import { FOCUSED_COMMENT, SHOW_COMMENTS, threadsOf } from '../threads.ts'
import { CommentFormView } from '../view/CommentFormView.tsx'
import { CommentSectionView } from '../view/CommentsView.tsx'
import { CommentThread } from './CommentThread.tsx'
import { CommentForm, preloadCommentForm } from './LazyCommentForm.tsx'
import { OneForm } from './one-form.ts'
import { OneFormAtATime } from './OneFormAtATime.tsx'
import { postComment } from './post.ts'
import { pendingQuote } from './quote.ts'
import { useFocusNext } from './useFocusNext.ts'
import { useThreads } from './useThreads.ts'

/** Pages searched for a linked comment. */
const MOST_PAGES_SEARCHED = 10

const PROMPT_ID = 'comment-prompt'

interface CommentSectionProps {
  pageId: string
  /** Displayed version of the page; undefined for the current one. */
  version: number | undefined
}

export function CommentSection(props: CommentSectionProps) {
  return (
    <OneFormAtATime>
      <Section {...props} />
    </OneFormAtATime>
  )
}

function Section({ pageId, version }: CommentSectionProps) {
  const reader = useReader()
  const threads = useThreads(pageId, version)
  const writing = useWriting(threads.mayComment)
  const named = useNamedComment()
  const focused = useFocusedComment(named, threads)
  const section = useShownSection(threads.isReady)
  if (!threads.isReady) return null
  if (reader.isLive && threads.total === 0 && !threads.mayComment) return null
  return (
    <CommentSectionView
      ref={section}
      total={threads.total}
      reader={reader}
      foot={
        reader.isLive ? (
          <>
            <ErrorText error={threads.error} />
            <LoadMore
              hasMore={threads.hasMore}
              isLoading={threads.isLoadingMore}
              onLoad={threads.more}
              label={t('Show more comments')}
            />
            {threads.mayComment && (
              <NewComment
                pageId={pageId}
                writing={writing}
                needsCaptcha={threads.needsCaptcha}
                onPosted={threads.refresh}
              />
            )}
          </>
        ) : (
          threads.mayComment && (
            <CommentFormView
              pageId={pageId}
              reader={reader}
              token={xsrfToken() ?? ''}
              needsCaptcha={threads.needsCaptcha}
            />
          )
        )
      }
    >
      {threadsOf(threads.comments).map(thread => (
        <CommentThread
          key={thread.comment.id}
          pageId={pageId}
          thread={thread}
          focusedId={focused}
          mayComment={threads.mayComment}
          needsCaptcha={threads.needsCaptcha}
          onChanged={threads.refresh}
        />
      ))}
    </CommentSectionView>
  )
}

/** Whether the form of a new comment is open; its shortcut opens it. */
function useWriting(mayComment: boolean) {
  const [isWriting, setWriting] = useState(false)
  const { begin } = useContext(OneForm)
  const open = () => {
    if (!isWriting) begin(() => setWriting(true))
  }
  useShortcut({ id: 'page.comment', keys: 'm', label: 'Write a comment', group: 'Page' }, () => {
    if (!mayComment) return false
    open()
    return true
  })
  const quote = pendingQuote.use()
  const openForQuote = useEffectEvent(() => {
    if (!quote) return
    if (mayComment) open()
    else pendingQuote.set(undefined)
  })
  useEffect(() => openForQuote(), [quote])
  return { isWriting, open, close: () => setWriting(false) }
}

interface NewCommentProps {
  pageId: string
  writing: ReturnType<typeof useWriting>
  needsCaptcha: boolean
  onPosted: () => Promise<void>
}

function NewComment({ pageId, writing: { isWriting, open, close }, needsCaptcha, onPosted }: NewCommentProps) {
  const focusNext = useFocusNext()
  const label = t('Write a comment…')
  if (!isWriting)
    return (
      <button
        type="button"
        id={PROMPT_ID}
        className="ox-comment-prompt quick-comment-prompt"
        onPointerEnter={preloadCommentForm}
        onClick={open}
      >
        {label}
      </button>
    )
  return (
    <CommentForm
      pageId={pageId}
      place="new"
      takesQuotes
      label={label}
      submitLabel={t('Comment')}
      needsCaptcha={needsCaptcha}
      onCancel={() => {
        close()
        focusNext(PROMPT_ID)
      }}
      onReplaced={close}
      onSubmit={async (storage, _version, headers) => {
        const id = await postComment(pageId, storage, { headers })
        await onPosted()
        close()
        // A comment beyond the loaded ones is not rendered yet.
        focusNext(commentElementId(id), PROMPT_ID)
      }}
    />
  )
}

/** Scrolls to a comment and focuses it. */
function show(comment: HTMLElement): void {
  const scroll = () => comment.scrollIntoView({ block: 'start' })
  scroll()
  comment.focus({ preventScroll: true })
  // The sticky bar's state is known after the scroll event and a paint.
  requestAnimationFrame(() => requestAnimationFrame(scroll))
}

/** Scrolls to the comments when the address requests the section. */
function useShownSection(isReady: boolean) {
  const section = useRef<HTMLElement>(null)
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const isWanted = query.get(SHOW_COMMENTS) === 'true' && !query.has(FOCUSED_COMMENT)
  useEffect(() => {
    if (isReady && isWanted) section.current?.scrollIntoView({ block: 'start' })
  }, [isReady, isWanted])
  return section
}

function useNamedComment(): string | undefined {
  const { search } = useLocation()
  return new URLSearchParams(search).get(FOCUSED_COMMENT) ?? undefined
}

/** Finds, scrolls to and focuses the comment in the address, once. */
function useFocusedComment(
  id: string | undefined,
  { comments, hasMore, isLoadingMore, more }: ReturnType<typeof useThreads>,
): string | undefined {
  const seen = useRef<{ id?: string; pages: number }>({ pages: 1 })
  const isHere = id !== undefined && comments.some(comment => comment.id === id)
  const find = useEffectEvent(() => {
    if (id === undefined || seen.current.id === id) return
    if (isHere) {
      const element = document.getElementById(commentElementId(id))
      if (element) show(element)
      seen.current.id = id
    } else if (hasMore && !isLoadingMore && seen.current.pages < MOST_PAGES_SEARCHED) {
      seen.current.pages++
      more()
    }
  })
  useEffect(() => find(), [id, isHere, hasMore, isLoadingMore])
  return isHere ? id : undefined
}
