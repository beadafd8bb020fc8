import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { deleteContent, discardDraft } from '#features/content/contract.ts'
import type { EditorView } from '../contract.ts'
import { askForDiagram, listenForDiagrams, type DiagramTemplates } from './diagrams/opening.ts'
import { DraftStatus } from './DraftStatus.tsx'
import { Notices } from './Notices.tsx'
import { forgetReads, publish, type PublishOptions } from './publish.ts'
import { PublishBar } from './PublishBar.tsx'
import { EditorSession } from './session.ts'
import { Suggestions } from './suggest/Suggestions.tsx'
import { TitleField } from './TitleField.tsx'
import { BubbleMenu } from './toolbar/BubbleMenu.tsx'
import { EditorDialogs } from './dialogs/EditorDialogs.tsx'
import { EditorTools } from './tools.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'

const ConflictScreen = lazy(() => import('./conflict/ConflictScreen.tsx'))

/**
 * A page open for writing: the same places and widths as when it is read.
 * @param begins a new page begins with a diagram, from templates of this kind
 */
export function EditorPage({ view, begins }: { view: EditorView; begins?: DiagramTemplates | undefined }) {
  const query = useQueryClient()
  const [session] = useState(() => new EditorSession(view))
  const [tools] = useState(() => new EditorTools(session))
  const [titleError, setTitleError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isPublishing, setPublishing] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    const here = place.current
    if (!here) return
    here.append(session.element)
    if (view.isNew && view.title === '') title.current?.focus()
    else session.editor.commands.focus('start', { scrollIntoView: false })
    const hidden = () => {
      if (document.visibilityState === 'hidden') void session.draft.flush()
    }
    const leave = () => session.draft.leave()
    const blur = () => void session.draft.flush()
    const online = () => void session.draft.flush()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', online)
    session.editor.on('blur', blur)
    const unlisten = listenForDiagrams(tools)
    if (begins) askForDiagram(tools, begins)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', online)
      unlisten()
      session.dispose()
    }
    // The session lives as long as this page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const save = async (options: PublishOptions): Promise<void> => {
    if (isPublishing) return
    if (session.title.trim() === '') {
      setTitleError(t('A title is required.'))
      title.current?.focus()
      return
    }
    if (session.isUploading) {
      setProblem(t('A file is still being uploaded. Publish when it is done.'))
      return
    }
    setPublishing(true)
    setProblem(undefined)
    await session.draft.pause()
    try {
      const url = await publish(view, session.text(), options)
      await session.draft.end()
      await forgetReads(query)
      navigateTo(url, { replace: true })
    } catch (error) {
      session.draft.resume()
      setPublishing(false)
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) setConflict(true)
      else if (error.status === 400 && /title/i.test(error.message)) {
        setTitleError(error.message)
        title.current?.focus()
      } else setProblem(t('The page was not published: {{reason}}', { reason: error.message }))
    }
  }

  const close = async (): Promise<void> => {
    await session.draft.flush()
    if (session.draft.status.kind !== 'failed') await forgetReads(query)
    navigateTo(view.url)
  }

  const discard = async (): Promise<void> => {
    await session.draft.end()
    if (view.isNew) await call(deleteContent, { params: { id: view.id }, query: { status: 'draft' } })
    else await call(discardDraft, { params: { id: view.id } })
    await forgetReads(query)
    navigateTo(view.url)
  }

  const keys = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey && event.key === 'F10') {
      event.preventDefault()
      document.querySelector<HTMLElement>('.ox-toolbar button:not([disabled])')?.focus()
    }
    if (!(event.ctrlKey || event.metaKey)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      void save(tools.publishOptions)
    } else if (event.key === 's' && !event.shiftKey) {
      event.preventDefault()
      void session.draft.flush()
    } else if (event.key === 'k' && session.editor.isFocused) {
      event.preventDefault()
      event.stopPropagation()
      tools.open('link')
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => keys(event)
    // Before the editor, which has uses of its own for these keys.
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])

  return (
    <div className="ox-page ox-editor" data-width={pageWidth()} data-rail="true">
      <div id="main-header" className="ox-page-header">
        <div className="ox-strip ox-editor-strip">
          <Toolbar tools={tools} />
          <div id="navigation" className="ox-page-actions">
            <DraftStatus draft={session.draft} onRetry={() => void session.draft.flush()} />
            <PublishBar
              view={view} tools={tools} isPending={isPublishing}
              onPublish={() => void save(tools.publishOptions)} onClose={() => void close()} onDiscard={() => setDiscarding(true)}
            />
          </div>
        </div>
        <div className="ox-columns ox-page-head">
          <div className="ox-page-banner">
            <Notices session={session} problem={problem} onConflict={() => setConflict(true)} onDiscard={() => setDiscarding(true)} />
          </div>
          <TitleField
            ref={title} session={session} error={titleError} onChange={() => setTitleError(undefined)}
            onEnter={() => session.editor.commands.focus('start')}
          />
          <div className="ox-byline page-metadata">
            {view.isNew ? t('Not published yet') : t('Version {{number}}', { number: view.currentVersion })}
          </div>
        </div>
      </div>
      <div className="ox-columns ox-page-body">
        <div id="content" className="ox-content page edit">
          <div id="action-messages" />
          <div ref={place} className="ox-editor-place" />
        </div>
        <aside className="ox-rail" aria-hidden="true" />
      </div>
      <BubbleMenu tools={tools} />
      <Suggestions tools={tools} />
      <EditorDialogs tools={tools} />
      {isConflict && (
        <Suspense>
          <ConflictScreen
            session={session} onClose={() => setConflict(false)}
            onOverwrite={() => { setConflict(false); void save(tools.publishOptions) }}
          />
        </Suspense>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title={view.isNew ? t('Discard this draft?') : t('Discard your changes?')} confirmLabel={t('Discard')} isDangerous
          onConfirm={discard} onClose={() => setDiscarding(false)}
        >
          {view.isNew ? t('What you have written here is deleted for good.') : t('The page stays as it was published. What you have changed is deleted for good.')}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** As wide as the reader has pages, so that nothing moves. */
function pageWidth(): 'normal' | 'full' {
  return document.cookie.split('; ').includes('oxbow-page-width=full') ? 'full' : 'normal'
}
