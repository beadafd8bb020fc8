import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { useEndpoint, useInvalidate, usePages } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { getThread, listThreads, type CommentView, type Threads } from '#features/comments/view-contract.ts'
import { CommentList, FilePage, ResolveButton, threadsOf } from '#features/comments/web/index.ts'
import { getPageView, updateContent } from '#features/content/contract.ts'
import { listPins, listPreviewFiles, type FilePart, type PreviewFile } from '../../contract.ts'
import css from '../Previewer.module.css'
import { NewComment } from './NewComment.tsx'
import type { Pinning } from './usePinning.ts'

interface FileCommentsProps {
  file: PreviewFile
  mayComment: boolean
  pinning: Pinning
  onClose: () => void
}

/** Threads of comments on a file, oldest first, and a form for another. */
export function FileComments({ file, mayComment, pinning, onClose }: FileCommentsProps) {
  const query = usePages(listThreads, { params: { id: file.id } })
  const invalidate = useInvalidate()
  const changed = () => invalidate(listThreads, getThread, listPins, listPreviewFiles, getPageView)
  const needsCaptcha = (query.data?.pages[0] as Pick<Threads, 'needsCaptcha'> | undefined)?.needsCaptcha ?? false
  const selected = pinning.selected?.id
  const selectedRoot = selected === undefined ? undefined : rootIn(query.items as readonly CommentView[], selected)
  const isBeyond = selected !== undefined && query.isSuccess && selectedRoot === undefined
  const rest = { file, mayComment, needsCaptcha, pinning, onChanged: changed }
  return (
    <FilePage value={file.containerId}>
      <aside className={css.comments} aria-label={t('Comments on this file')}>
        <div className={css.commentsHead}>
          <h3>{t('Comments')}</h3>
          <IconButton size="small" label={t('Hide comments')} onPress={onClose}>
            <X />
          </IconButton>
        </div>
        <div className={css.commentList}>
          {isBeyond && <ThreadBeyond key={selected} {...rest} id={selected} />}
          <Listing
            list={growingList(query)}
            failure={t('The comments could not be read')}
            empty={<p className={css.note}>{t('This file has no comments yet.')}</p>}
          >
            {comments =>
              threadsOf(comments as readonly CommentView[]).map(thread => (
                <FileThread
                  key={thread.comment.id}
                  {...rest}
                  thread={thread}
                  isSelected={thread.comment.id === selectedRoot}
                />
              ))
            }
          </Listing>
        </div>
        {mayComment && <NewComment file={file} pinning={pinning} needsCaptcha={needsCaptcha} onPosted={changed} />}
      </aside>
    </FilePage>
  )
}

/** The comment that begins the thread of a comment; undefined for one that is not among them. */
function rootIn(comments: readonly CommentView[], id: string): string | undefined {
  const comment = comments.find(one => one.id === id)
  if (!comment?.parentId) return comment?.id
  return rootIn(comments, comment.parentId) ?? comment.id
}

/** Scrolls to a thread whenever it is selected, and gives it the focus unless something in it has it. */
function useShown(thread: RefObject<HTMLElement | null>, selected: Pinning['selected']): void {
  useEffect(() => {
    const element = thread.current
    if (!selected || !element) return
    element.scrollIntoView({ block: 'nearest' })
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true })
  }, [thread, selected])
}

interface ThreadProps extends Omit<FileCommentsProps, 'onClose'> {
  needsCaptcha: boolean
  onChanged: () => Promise<void>
}

/** The selected thread, which is further down in the list than what is loaded. */
function ThreadBeyond({ id, ...rest }: ThreadProps & { id: string }) {
  const found = useEndpoint(getThread, { params: { id: rest.file.id, commentId: id } })
  return threadsOf(found.data?.results ?? []).map(thread => (
    <FileThread key={thread.comment.id} {...rest} thread={thread} isSelected />
  ))
}

function FileThread({
  file,
  thread,
  pinning,
  onChanged,
  isSelected,
  ...may
}: ThreadProps & { thread: ReturnType<typeof threadsOf>[number]; isSelected: boolean }) {
  const { id, parts } = thread.comment
  const part = parts['file'] as FilePart | null
  const element = useRef<HTMLDivElement>(null)
  const { selected } = pinning
  useShown(element, isSelected ? selected : undefined)
  return (
    <div
      ref={element}
      className={css.thread}
      data-selected={isSelected || undefined}
      tabIndex={-1}
      role="group"
      aria-label={t('Comment by {{name}}', { name: thread.comment.author?.displayName ?? t('Anonymous') })}
    >
      {part && <ThreadFacts file={file} id={id} part={part} pinning={pinning} />}
      <CommentList
        threads={[thread]}
        pageId={file.id}
        focusedId={isSelected && selected?.id !== id ? selected?.id : undefined}
        mayComment={may.mayComment}
        needsCaptcha={may.needsCaptcha}
        onChanged={onChanged}
        onDeleted={deleted => {
          if (deleted === selected?.id) pinning.select(undefined)
        }}
      />
      {part && may.mayComment && (
        <ResolveButton
          isResolved={part.isResolved}
          onToggle={async () => {
            await toggleResolved(thread.comment, part)
            await onChanged()
          }}
        />
      )}
    </div>
  )
}

interface ThreadFactsProps {
  file: PreviewFile
  id: string
  part: FilePart
  pinning: Pinning
}

function ThreadFacts({ file, id, part: { pin, isResolved }, pinning }: ThreadFactsProps) {
  if (!pin && !isResolved) return null
  const isShown = pin?.version === file.version && !isResolved
  return (
    <p className={css.threadFacts}>
      {pin && isShown && (
        <Button size="small" aria-pressed={pinning.selected?.id === id} onPress={() => pinning.select(id)}>
          {t('Pin {{number}}', { number: pin.number })}
        </Button>
      )}
      {pin && pin.version !== file.version && (
        <span className={css.note}>{t('On a point of version {{version}}', { version: pin.version })}</span>
      )}
      {isResolved && <Lozenge tone="success">{t('Resolved')}</Lozenge>}
    </p>
  )
}

/** Resolves the thread that a comment begins, or opens it again. */
async function toggleResolved({ id, version }: CommentView, { isResolved }: FilePart): Promise<void> {
  const status = isResolved ? 'reopened' : 'resolved'
  await call(updateContent, {
    params: { id },
    body: { type: 'comment', version: { number: version + 1 }, extensions: { resolution: { status } } },
  })
}
