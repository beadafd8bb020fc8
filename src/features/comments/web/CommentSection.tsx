import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { useLocation } from '#platform/web/router.tsx'
import { xsrfToken } from '#platform/web/session.ts'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { FOCUSED_COMMENT, SHOW_COMMENTS, threadsOf } from '../threads.ts'
import { CommentFormView } from '../view/CommentFormView.tsx'
import { CommentSectionView } from '../view/CommentsView.tsx'
import type { CommentView } from '../view-contract.ts'
import { CommentThread } from './CommentThread.tsx'
import { CommentForm } from './LazyCommentForm.tsx'
import { MarkedTextThread, useMarkedTextThread } from './MarkedTextThread.tsx'
import { OneForm } from './one-form.ts'
import { OneFormAtATime } from './OneFormAtATime.tsx'
import { postComment } from './post.ts'
import { useFocusNext } from './useFocusNext.ts'
import { useThreads } from './useThreads.ts'

/** Pages of threads that a link to one comment looks through. */
const MOST_PAGES_SEARCHED = 10

const PROMPT_ID = 'comment-prompt'

interface CommentSectionProps {
  pageId: string
  /** Of the page, as it is shown; undefined for the current one. */
  version: number | undefined
}

/** Comments below a page. */
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
  const [isWriting, setWriting] = useState(false)
  const named = useNamedComment()
  const marked = useMarkedTextThread(pageId, named, !threads.isReady || threads.comments.some(comment => comment.id === named))
  const focused = useFocusedComment(named, threads, marked.thread?.results)
  const focusNext = useFocusNext()
  const { begin } = useContext(OneForm)
  const section = useShownSection(threads.isReady)
  const write = () => {
    if (!isWriting) begin(() => setWriting(true))
  }
  useShortcut({ id: 'page.comment', keys: 'm', label: 'Write a comment', group: 'Page' }, () => {
    if (!threads.mayComment) return false
    write()
    return true
  })
  if (!threads.isReady) return null
  if (reader.isLive && (threads.total === 0 && !threads.mayComment && !marked.thread)) return null
  return (
    <CommentSectionView
      ref={section}
      total={threads.total}
      reader={reader}
      marked={marked.thread && (
        <MarkedTextThread pageId={pageId} thread={marked.thread} focusedId={focused} mayComment={threads.mayComment} onChanged={marked.refresh} />
      )}
      foot={reader.isLive ? (
        <>
          {threads.error && <p className="ox-error" role="alert">{threads.error.message}</p>}
          <LoadMore hasMore={threads.hasMore} isLoading={threads.isLoadingMore} onLoad={threads.more} label={t('Show more comments')} />
          {threads.mayComment && (isWriting ? (
            <CommentForm
              pageId={pageId}
              place="new"
              label={t('Write a comment…')}
              submitLabel={t('Comment')}
              onCancel={() => {
                setWriting(false)
                focusNext(PROMPT_ID)
              }}
              onReplaced={() => setWriting(false)}
              onSubmit={async storage => {
                const id = await postComment(pageId, storage)
                await threads.refresh()
                setWriting(false)
                // One that stands beyond the last that is here is not seen yet.
                focusNext(`comment-${id}`, PROMPT_ID)
              }}
            />
          ) : (
            <button type="button" id={PROMPT_ID} className="ox-comment-prompt quick-comment-prompt" onClick={write}>
              {t('Write a comment…')}
            </button>
          ))}
        </>
      ) : threads.mayComment && <CommentFormView pageId={pageId} reader={reader} token={xsrfToken() ?? ''} />}
    >
      {threadsOf(threads.comments).map(thread => (
        <CommentThread key={thread.comment.id} pageId={pageId} thread={thread} focusedId={focused} mayComment={threads.mayComment} onChanged={threads.refresh} />
      ))}
    </CommentSectionView>
  )
}

/** Scrolls to a comment and focuses it. */
function show(comment: HTMLElement): void {
  const scroll = () => comment.scrollIntoView({ block: 'start' })
  scroll()
  comment.focus({ preventScroll: true })
  // Whether the page's own bar came back over the text is known when the scrolling has been told and painted.
  requestAnimationFrame(() => requestAnimationFrame(scroll))
}

/** Scrolls to the comments where the address asks for them, and names none. */
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

/** Id of the comment that the address names. */
function useNamedComment(): string | undefined {
  const { search } = useLocation()
  return new URLSearchParams(search).get(FOCUSED_COMMENT) ?? undefined
}

/** The comment that the address names: found, scrolled to and focused once. `marked`: comments on marked text that are shown. */
function useFocusedComment(
  id: string | undefined, { comments, hasMore, isLoadingMore, more }: ReturnType<typeof useThreads>, marked: readonly CommentView[] = [],
): string | undefined {
  const seen = useRef<{ id?: string; pages: number }>({ pages: 1 })
  const isMarked = marked.some(comment => comment.id === id)
  const isHere = id !== undefined && (isMarked || comments.some(comment => comment.id === id))
  const find = useEffectEvent(() => {
    if (id === undefined || seen.current.id === id) return
    if (isHere) {
      const element = document.getElementById(`comment-${id}`)
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
