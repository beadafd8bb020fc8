import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { Slot } from '#platform/web/slots.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { deleteContent, discardDraft } from '#features/content/contract.ts'
import { currentPageWidth } from '#features/content/web/index.ts'
import { noteDraftEnd } from '#features/hints/web/index.ts'
import { discardLive } from '#features/live-editing/contract.ts'
import { loadLive, type LiveText, type NotLive } from '#features/live-editing/web/index.ts'
import type { EditorView } from '../contract.ts'
import type { DiagramTemplates } from './diagrams/opening.ts'
import { BlockHandle } from './blocks/BlockHandle.tsx'
import { BothTextsDialog } from './ConflictNotice.tsx'
import { DraftStatus } from './DraftStatus.tsx'
import { DropHint } from './DropHint.tsx'
import { FindPlace } from './find/FindPlace.tsx'
import { Notices } from './Notices.tsx'
import { invalidatePages } from './publish.ts'
import { PublishBar } from './PublishBar.tsx'
import { EditorSession } from './session.ts'
import type {} from './slots.ts'
import { Suggestions } from './suggest/Suggestions.tsx'
import { focusStart } from './tiptap/create.ts'
import { TextKeys } from './TextKeys.tsx'
import { TableHandles } from './tables/TableHandles.tsx'
import { TitleField } from './TitleField.tsx'
import { BubbleMenu } from './toolbar/BubbleMenu.tsx'
import { EditorDialogs } from './dialogs/EditorDialogs.tsx'
import { EditorTools } from './tools.ts'
import { EditorToolbar } from './toolbar/EditorToolbar.tsx'
import { useEditorKeys } from './useEditorKeys.ts'
import { useEditorPlace } from './useEditorPlace.ts'
import { usePublishing, type Publishing } from './usePublishing.ts'

// In the chunk of the text that is edited together.
const LivePeople = lazy(async () => ({ default: (await loadLive()).LivePeople }))
const DraftHistoryDialog = lazy(() => import('./DraftHistoryDialog.tsx'))
const ConflictScreen = lazy(() => import('./conflict/ConflictScreen.tsx'))

export interface EditorPageProps {
  view: EditorView
  /** The text that is edited together with others, or why it is not. */
  opened?: LiveText | NotLive | undefined
  /** Templates for the diagram that a new page starts with. */
  begins?: DiagramTemplates | undefined
}

/** Page in edit mode, laid out as in view mode. */
export function EditorPage({ view, opened, begins }: EditorPageProps) {
  const live = opened && 'provider' in opened ? opened : undefined
  const [session] = useState(() => new EditorSession(view, live))
  const [tools] = useState(() => new EditorTools(session))
  const [dialog, setDialog] = useState<DraftDialog>()
  const place = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLTextAreaElement>(null)

  useEditorPlace({ place, title, session, tools, begins })
  const publishing = usePublishing(session, title)
  const save = () => void publishing.save(tools.change)
  useEditorKeys(session, tools, save)
  const { close, discard } = useLeave(view, session)

  return (
    <div className="ox-page ox-editor" data-width={currentPageWidth()} data-rail="true">
      <div id="main-header" className="ox-page-header">
        <EditorStrip
          session={session}
          tools={tools}
          isPending={publishing.isPending}
          onPublish={save}
          onClose={() => void close()}
          onDiscard={() => setDialog('discard')}
          onHistory={live && (() => setDialog('history'))}
        />
        <div className="ox-columns ox-page-head">
          <div className="ox-page-banner">
            <Notices
              session={session}
              tools={tools}
              problem={publishing.problem}
              notLive={opened && 'code' in opened ? opened : undefined}
              onConflict={() => publishing.setConflict(true)}
              onDiscard={() => setDialog('discard')}
            />
          </div>
          <TitleField
            ref={title}
            session={session}
            error={publishing.titleError}
            isReadOnly={publishing.isPending}
            onChange={publishing.clearTitleError}
            onEnter={() => focusStart(session.editor)}
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
        <div className="ox-rail">
          <Slot name="editor.rail" context={{ contentId: view.id, editor: session.editor }} />
        </div>
      </div>
      <BlockHandle tools={tools} page={() => ({ url: view.url, title: session.title })} />
      <TableHandles tools={tools} />
      <BubbleMenu tools={tools} />
      <Suggestions tools={tools} />
      <EditorDialogs tools={tools} />
      {view.canAttach && <DropHint />}
      <EditorQuestions
        session={session}
        publishing={publishing}
        onSave={save}
        onKeepBoth={() => publishing.keepBoth(tools.change)}
      />
      <DraftDialogs dialog={dialog} session={session} onDiscard={discard} onClose={() => setDialog(undefined)} />
    </div>
  )
}

type DraftDialog = 'discard' | 'history'

interface DraftDialogsProps {
  dialog: DraftDialog | undefined
  session: EditorSession
  onDiscard: () => Promise<void>
  onClose: () => void
}

/** Dialogs of the menu of the draft. */
function DraftDialogs({ dialog, session, onDiscard, onClose }: DraftDialogsProps) {
  if (dialog === 'history')
    return (
      <Suspense>
        <DraftHistoryDialog session={session} onClose={onClose} />
      </Suspense>
    )
  if (dialog === undefined) return null
  const { isNew } = session.view
  return <DiscardDialog isNew={isNew} isShared={session.live !== undefined} onConfirm={onDiscard} onClose={onClose} />
}

interface QuestionsProps {
  session: EditorSession
  publishing: Publishing
  onSave: () => void
  onKeepBoth: () => void
}

/** Questions that come up while a page is published. */
function EditorQuestions({ session, publishing, onSave, onKeepBoth }: QuestionsProps) {
  return (
    <>
      {publishing.isConflict && (
        <Suspense>
          <ConflictScreen
            session={session}
            onClose={() => publishing.setConflict(false)}
            onOverwrite={() => {
              publishing.setConflict(false)
              onSave()
            }}
          />
        </Suspense>
      )}
      {publishing.bothTexts > 0 && (
        <BothTextsDialog count={publishing.bothTexts} onConfirm={onKeepBoth} onClose={publishing.leaveBoth} />
      )}
    </>
  )
}

interface StripProps {
  session: EditorSession
  tools: EditorTools
  isPending: boolean
  onPublish: () => void
  onClose: () => void
  onDiscard: () => void
  onHistory: (() => void) | undefined
}

/** Tools, the other editors, the state of saving and the buttons of the draft. */
function EditorStrip({ session, tools, ...bar }: StripProps) {
  const { live } = session
  return (
    <div className="ox-strip ox-editor-strip">
      <EditorToolbar tools={tools} />
      <div id="navigation" className="ox-page-actions">
        {live && (
          <Suspense>
            <LivePeople provider={live.provider} />
          </Suspense>
        )}
        <DraftStatus
          draft={session.draft}
          onRetry={() => void session.retry()}
          focusText={() => session.editor.view.focus()}
        />
        <PublishBar view={session.view} tools={tools} live={live} {...bar} />
      </div>
      <FindPlace tools={tools} />
      <TextKeys tools={tools} />
    </div>
  )
}

/** Ways out of the editor without publishing. */
function useLeave(view: EditorView, session: EditorSession) {
  const query = useQueryClient()
  return {
    close: async (): Promise<void> => {
      await session.draft.flush()
      if (session.draft.status.kind !== 'failed') await invalidatePages(query)
      navigateTo(view.url)
    },
    discard: async (): Promise<void> => {
      await session.draft.end()
      if (view.isNew) await call(deleteContent, { params: { id: view.id }, query: { status: 'draft' } })
      else if (session.live) await call(discardLive, { params: { id: view.id } })
      else await call(discardDraft, { params: { id: view.id } })
      await invalidatePages(query)
      noteDraftEnd()
      navigateTo(view.url)
    },
  }
}

interface DiscardDialogProps {
  isNew: boolean
  isShared: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
}

function DiscardDialog({ isNew, isShared, onConfirm, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={isNew ? t('Discard this draft?') : t('Discard your changes?')}
      confirmLabel={t('Discard')}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isNew
        ? t('Your text is deleted for good.')
        : isShared
          ? t(
              'The page stays as it was published. All unpublished changes go, those of others too. The draft history has them for 30 days.',
            )
          : t('The page stays as it was published. Your changes are deleted for good.')}
    </ConfirmDialog>
  )
}
