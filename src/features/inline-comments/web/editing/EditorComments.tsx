import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { randomId } from '#platform/web/random-id.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { track } from '#platform/web/tracking.ts'
import { getThread } from '#features/comments/view-contract.ts'
import { CommentForm } from '#features/comments/web/index.ts'
import { createOnDraft, listForEditor } from '../../contract.ts'
import { ADD_INLINE_COMMENT } from '../../shared.ts'
import { neighbour } from '../../threads.ts'
import { keepInView, markersOf } from '../markers.ts'
import { PanelFrame } from '../PanelFrame.tsx'
import { ThreadView } from '../ThreadView.tsx'
import { useRefresh } from '../useInlinePart.ts'
import { changeMarkers } from './editor-markers.ts'
import { openedInEditor, type OpenedInEditor } from './state.ts'
import { useEditorThreads } from './useEditorThreads.ts'

interface EditorCommentsProps {
  editor: Editor
  pageId: string
}

/** Comments on the text that is edited: highlights, and the thread or form that is open in the rail. */
export default function EditorComments({ editor, pageId }: EditorCommentsProps) {
  const now = openedInEditor.use()
  const { list, threads, lost: missing } = useEditorThreads(editor, pageId)
  const lost = useLostComments(missing)
  const id = now?.kind === 'thread' ? now.id : undefined
  const ref = now?.kind === 'new' ? now.ref : threads.find(thread => thread.id === id)?.ref
  useHighlights(
    threads.map(thread => thread.ref),
    ref,
  )
  useClicks(editor, threads)
  useAnswersOfOthers(id !== undefined)
  const giveUp = useEffectEvent(() => {
    if (now?.kind === 'new') changeMarkers(editor, now.ref, undefined)
  })
  // A layout effect, since it ends before the editor does.
  useLayoutEffect(() => () => giveUp(), [])
  useEffect(() => {
    const [first] = ref === undefined ? [] : markersOf(ref)
    if (first) keepInView(first)
  }, [ref])
  if (!now) return null
  const close = () => {
    if (now.kind === 'new') changeMarkers(editor, now.ref, undefined)
    openedInEditor.set(undefined)
    editor.commands.focus()
  }
  const all = [...threads, ...lost]
  const go = (step: 1 | -1) => {
    const next = neighbour(all, id, step)
    if (next) openedInEditor.set({ kind: 'thread', id: next.id })
  }
  return (
    <PanelFrame threadId={id} opened={now} go={id !== undefined && all.length > 1 ? go : undefined} onClose={close}>
      {now.kind === 'new' ? (
        <NewOnDraft key={now.ref} now={now} editor={editor} pageId={pageId} onClose={close} />
      ) : (
        <>
          {lost.some(thread => thread.id === now.id) && (
            <p className="ox-inline-lost">
              {t(
                'These words are no longer in the text, so the comment is not published. It is deleted after 30 days, unless the words come back.',
              )}
            </p>
          )}
          <ThreadView
            pageId={pageId}
            id={now.id}
            list={list}
            focusedId={undefined}
            onGone={close}
            onDeleted={() => {
              if (ref !== undefined) changeMarkers(editor, ref, undefined)
            }}
          />
        </>
      )}
    </PanelFrame>
  )
}

/** Words that were cut may be pasted within this time, in milliseconds. */
const LOST_MS = 3000

/**
 * Tells the author of comments that are not published yet when their words are gone from the text.
 * @returns those that have been without words for a while
 */
function useLostComments(missing: readonly { id: string }[]): readonly { id: string }[] {
  const ids = missing.map(({ id }) => id).join()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(ids), LOST_MS)
    return () => window.clearTimeout(timer)
  }, [ids])
  const isSettled = ids !== '' && settled === ids
  const count = missing.length
  useEffect(() => {
    if (!isSettled) return undefined
    const [first = ''] = ids.split(',')
    return showToast({
      kind: 'warning',
      key: 'lost-comments',
      title: t('{{count}} of your comments are on words that are no longer in the text', { count }),
      body: t('A comment without words is not published with the page.'),
      action: { label: t('Show'), run: () => openedInEditor.set({ kind: 'thread', id: first }) },
    })
  }, [isSettled, ids, count])
  return isSettled ? missing : NONE
}

const NONE: readonly { id: string }[] = []

interface NewOnDraftProps extends EditorCommentsProps {
  now: Extract<OpenedInEditor, { kind: 'new' }>
  onClose: () => void
}

function NewOnDraft({ now, editor, pageId, onClose }: NewOnDraftProps) {
  const refresh = useRefresh()
  const submit = async (body: string) => {
    if (markersOf(now.ref).length === 0) throw new Error(t('The text is gone'))
    const ref = randomId()
    const { id } = await call(createOnDraft, {
      params: { id: pageId },
      body: { ref, originalSelection: now.words.slice(0, MOST_SELECTED), body },
    })
    // Others read the comments again when they see a new reference.
    changeMarkers(editor, now.ref, ref)
    track('confluence.inline-comment.create', { contentId: pageId })
    await refresh()
    openedInEditor.set({ kind: 'thread', id: String(id) })
  }
  return (
    <>
      <blockquote className="ox-inline-words">{now.words}</blockquote>
      <CommentForm
        pageId={pageId}
        place="inline"
        label={t(ADD_INLINE_COMMENT.label)}
        submitLabel={t('Comment')}
        onSubmit={submit}
        onCancel={onClose}
        onReplaced={onClose}
      />
    </>
  )
}

/** Characters of the selected text that a comment keeps. */
const MOST_SELECTED = 10_000

/** Highlights the text of threads: by a style sheet, since the elements are the editor's. */
function useHighlights(refs: readonly string[], active: string | undefined): void {
  const css = [...refs.map(ref => rule(ref, 'ox-comment-mark')), ...(active ? [rule(active, 'ox-comment-active')] : [])]
  const text = css.join('\n')
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(each => each !== sheet)
    }
  }, [text])
}

function rule(ref: string, name: string): string {
  return `#main-content .inline-comment-marker[data-ref="${CSS.escape(ref)}"] {
    border-bottom: 2px solid var(--ox-comment-line); background: var(--${name}); }`
}

/** Time after which an open thread is read again, in milliseconds. */
const READ_AGAIN_MS = 15_000

/** Reads the open thread again from time to time: other editors answer and resolve it. */
function useAnswersOfOthers(isOpen: boolean): void {
  const invalidate = useInvalidate()
  const read = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void invalidate(listForEditor, getThread)
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => read(), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOpen])
}

/** Opens threads by a click on their text. */
function useClicks(editor: Editor, threads: readonly { id: string; ref: string }[]): void {
  const click = useEffectEvent((event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('.inline-comment-marker') : null
    const thread = threads.find(({ ref }) => ref === target?.dataset['ref'])
    if (!thread || !editor.state.selection.empty) return
    if (openedInEditor.get()?.kind !== 'new') openedInEditor.set({ kind: 'thread', id: thread.id })
  })
  useEffect(() => {
    const { dom } = editor.view
    const listener = (event: MouseEvent) => click(event)
    dom.addEventListener('click', listener)
    return () => dom.removeEventListener('click', listener)
  }, [editor])
}
