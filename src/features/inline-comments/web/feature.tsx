import './inline-comments.css'
import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { type PageSlotContext, slot, type Slots } from '#platform/web/slots.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { getPageView } from '#features/content/contract.ts'
import { usePageChange } from '#features/quick-reload/web/index.ts'
import type {} from '#features/editor/web/index.ts'
import { SelectionButton, type SelectionContext } from '#features/highlight/web/index.ts'
import { ADD_INLINE_COMMENT } from '../shared.ts'
import { isOn } from './dark-features.ts'
import { openedInEditor } from './editing/state.ts'
import { opened, resolvedOf } from './state.ts'
import { whenTextIsFree } from './text-in-use.ts'
import { THREAD_CALLS, useInlinePart } from './useInlinePart.ts'

const InlineHost = lazy(() => import('./InlineHost.tsx'))
const ThreadPanel = lazy(() => import('./ThreadPanel.tsx'))
const EditorComments = lazy(() => import('./editing/EditorComments.tsx'))
const CommentTool = lazy(() => import('./editing/CommentTool.tsx'))

export const inlineCommentsWeb = webFeature({
  name: 'inline-comments',
  slots: [
    slot('page.after', {
      id: 'inline-comments',
      render: context => (isLatest(context) ? <Host key={context.contentId} pageId={context.contentId} /> : null),
    }),
    slot('page.rail', {
      id: 'inline-comments',
      render: context => (isLatest(context) ? <Rail pageId={context.contentId} /> : null),
    }),
    slot('page.menu', {
      id: 'resolved-comments',
      order: 30,
      render: ({ contentId, close }) => <ResolvedEntry pageId={contentId} close={close} />,
    }),
    slot('selection.panel', {
      id: 'inline-comment',
      order: 10,
      render: context =>
        isLatest(context) && context.permissions.createComment ? <AddButton context={context} /> : null,
    }),
    slot('editor.rail', {
      id: 'inline-comments',
      render: context => (isOn('confluence-inline-comments') ? <EditorRail {...context} /> : null),
    }),
    slot('editor.tools', {
      id: 'inline-comment',
      render: context =>
        isOn('confluence-inline-comments') ? (
          <Suspense>
            <CommentTool {...context} />
          </Suspense>
        ) : null,
    }),
  ],
})

/** Comments beside the text that is edited, until the editor is left. */
function EditorRail({ editor, contentId }: Slots['editor.rail']) {
  useEffect(() => () => openedInEditor.set(undefined), [contentId])
  return (
    <Suspense>
      <EditorComments editor={editor} pageId={contentId} />
    </Suspense>
  )
}

/** Markers belong to the current text. Nothing is marked while the feature is off. */
function isLatest({ mode, version }: PageSlotContext): boolean {
  return mode === 'view' && version === undefined && isOn('confluence-inline-comments')
}

/** Loads what a page with threads needs. */
function Host({ pageId }: { pageId: string }) {
  const { threads } = useInlinePart(pageId)
  const invalidate = useInvalidate()
  useEffect(() => () => opened.set(undefined), [pageId])
  const forget = useRef<() => void>(undefined)
  useEffect(() => () => forget.current?.(), [pageId])
  usePageChange(pageId, 'inline-comments', () => {
    void invalidate(...THREAD_CALLS)
    forget.current?.()
    // New markers replace the article element, which would clear the selection.
    forget.current = whenTextIsFree(() => void invalidate(getPageView))
  })
  if (threads.length === 0) return null
  return (
    <Suspense>
      <InlineHost pageId={pageId} />
    </Suspense>
  )
}

function Rail({ pageId }: { pageId: string }) {
  const now = opened.use()
  if (now?.pageId !== pageId) return null
  return (
    <Suspense>
      <ThreadPanel now={now} />
    </Suspense>
  )
}

function ResolvedEntry({ pageId, close }: { pageId: string; close: () => void }) {
  const { threads } = useInlinePart(pageId)
  const count = threads.filter(thread => thread.resolved).length
  const isShown = isOn('confluence-inline-comments') && isOn('confluence-inline-comments-resolved')
  if (count === 0 || !isShown) return null
  return (
    <button
      type="button"
      id="view-resolved-comments"
      className="ox-panel-item"
      onClick={() => {
        close()
        resolvedOf.set(pageId)
      }}
    >
      {t('Resolved comments ({{number}})', { number: count })}
    </button>
  )
}

function AddButton({ context }: { context: SelectionContext }) {
  return (
    <SelectionButton
      action={ADD_INLINE_COMMENT}
      context={context}
      onPress={() => {
        const found = context.find()
        if (found) opened.set({ pageId: context.contentId, kind: 'new', range: context.range, found })
        else
          showToast({
            kind: 'warning',
            title: t('This text comes from elsewhere'),
            body: t('Select text of the page itself.'),
          })
        context.close()
      }}
    >
      <MessageSquarePlus />
    </SelectionButton>
  )
}
