import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { guardLeaving } from '#platform/web/navigation.ts'
import { allOf, queryOptionsFor } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { onSessionChange, sessionHasEnded } from '#platform/web/signed-in.ts'
import { currentTheme } from '#platform/web/theme.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { listAttachments, moveAttachment } from '#features/attachments/contract.ts'
import { FILE_NAME_TAKEN } from '#features/attachments/shared.ts'
import { listContent } from '#features/content/contract.ts'
import { quickSearch } from '#features/search/contract.ts'
import { discardLive } from '#features/live-editing/contract.ts'
import { loadSharedFile, type FileSharing } from '#features/live-editing/web/index.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { findDiagrams, loadDiagram, openDiagramEditor, saveDiagram } from '../../../contract.ts'
import { diagramLinkTargets } from '../../../links-contract.ts'
import { saveLiveDiagram } from '../../../live-contract.ts'
import { editorQuery } from '../../../view-address.ts'
import { addDiagramPages } from '../../../pages-contract.ts'
import { diagramAddress, EDITOR_FRAME_ID, EDITOR_FRAME_PATH, VIEWER_PATH } from '../../../names.ts'
import { storePinnedEdit } from '../../versions/edit-record.ts'
import type { OpenDiagram } from '../../copy/request.ts'
import { readFrameMessage, send, type LinkedDiagram } from '../protocol.ts'
import type { SharingEvents } from './others.ts'
import { unsavedCopies, removeOldCopies } from './unsaved-copies.ts'
import { HostSession, type HostPorts, type Renamed, type Saved, type Target } from './session.ts'

const MOST_PAGES = 20
const MOST_ATTACHMENTS = 200

export interface EditorFrameProps {
  target: Target
  /** Over a page that is being edited. */
  isInline?: boolean
  onLeave: () => void
  /** Offers a link to the stored diagram; undefined for a new one. */
  onEmbed?: (name: string | undefined) => void
  onSaved?: (saved: Saved) => void
  /** The stored diagram got another name. */
  onRenamed?: (renamed: Renamed) => void
  /** Asks where a copy of what is drawn goes; absent where that is not offered. */
  onCopy?: (name: string, content: OpenDiagram) => void
}

type WikiCalls = Pick<
  HostPorts,
  'open' | 'save' | 'saveShared' | 'discardShared' | 'rename' | 'copyPage' | (`find${string}` & keyof HostPorts)
>

/** The session's calls to the server. */
function wikiCalls({ ownerPageId, name, edited }: Target, query: QueryClient): WikiCalls {
  return {
    open: ({ isFresh }) => {
      const options = queryOptionsFor(openDiagramEditor, {
        query: {
          pageId: ownerPageId,
          ...editorQuery({ name, ...(isFresh || edited === undefined ? {} : { edited }) }),
        },
      })
      if (isFresh) query.removeQueries({ queryKey: options.queryKey })
      return query.ensureQueryData(options)
    },
    save: ({ name: given, version, document }) =>
      call(
        saveDiagram,
        { body: { pageId: ownerPageId, name: given, version, document: JSON.stringify(document) } },
        { signInOn401: false },
      ),
    saveShared: (attachmentId, body) =>
      call(saveLiveDiagram, { params: { attachmentId }, body }, { signInOn401: false }),
    discardShared: async id => {
      await call(discardLive, { params: { id } }, { signInOn401: false })
    },
    rename: (attachmentId, newName) => renameDiagram(ownerPageId, attachmentId, newName),
    findPages: async words => {
      if (words.trim() === '') return []
      const { results } = await call(quickSearch, { query: { query: words } })
      return results
        .filter(({ type }) => type === 'page')
        .slice(0, MOST_PAGES)
        .map(({ id, title, space }) => ({
          contentId: id,
          title: title.map(({ text }) => text).join(''),
          spaceName: space?.name ?? '',
        }))
    },
    findPage: async contentId => {
      // Forbidden pages are not listed, like deleted ones.
      const {
        results: [page],
      } = await call(listContent, { query: { ids: contentId, type: 'page', expand: 'space' } })
      return page
        ? { contentId, title: page.title, spaceName: (page['space'] as { name?: string } | undefined)?.name ?? '' }
        : null
    },
    findAttachments: async contentId => {
      const { results } = await call(listAttachments, { params: { id: contentId }, query: { limit: MOST_ATTACHMENTS } })
      return results.map(({ title }) => ({ contentId, name: title }))
    },
    findDiagrams: async words => {
      const { results } = await call(findDiagrams, { query: { words, limit: MOST_PAGES } })
      return results.map(({ attachmentId, name: found, pageTitle, space }) => ({
        contentId: attachmentId,
        name: found,
        pageTitle,
        spaceName: space.name,
        pages: [],
      }))
    },
    findDiagram,
    copyPage: async (attachmentId, document) => {
      const {
        name: into,
        pageId,
        page,
      } = await call(
        addDiagramPages,
        { params: { attachmentId }, body: { document: { ...document } } },
        { signInOn401: false },
      )
      return { name: into, url: diagramAddress(VIEWER_PATH, { pageId, ceoid: pageId, name: into, page }) }
    },
  }
}

async function findDiagram(contentId: string): Promise<LinkedDiagram | null> {
  const {
    diagrams: [diagram],
  } = await call(diagramLinkTargets, { query: { diagrams: contentId } })
  if (!diagram) return null
  const { name, pageId, pageTitle, space: spaceName } = diagram
  const { document } = await call(loadDiagram, { query: { pageId, name } })
  const { pages } = document as unknown as DiagramDocument
  return { contentId, name, pageTitle, spaceName, pages: pages.map(page => ({ id: page.id, name: page.name })) }
}

/** @throws Error in the reader's words where the page has a file of that name */
async function renameDiagram(ownerPageId: string, aid: string, newName: string): Promise<string> {
  const params = { id: ownerPageId, aid }
  try {
    return (await call(moveAttachment, { params, query: { newName } }, { signInOn401: false })).title
  } catch (error) {
    // The server's words are those of the old product's uploads.
    if (!(error instanceof ApiError) || error.key !== FILE_NAME_TAKEN) throw error
    const { name: taken } = error.values
    const name = typeof taken === 'string' ? taken : newName
    throw new Error(t('The page has a file “{{name}}” already. Choose another name.', { name }), { cause: error })
  }
}

/** Connects to the others who have a diagram open. */
function shareWithOthers(attachmentId: string, ownKey: string, events: SharingEvents): FileSharing {
  let sharing: FileSharing | undefined
  let isOver = false
  loadSharedFile().then(({ shareFile }) => {
    if (isOver) return
    sharing = shareFile(attachmentId, {
      ...events,
      present: (people, selections) =>
        events.present(
          people.map(({ userKey, name, picture }) => ({ name, picture, isSelf: userKey === ownKey })),
          selections,
        ),
    })
  }, reportError)
  return {
    select: selection => sharing?.select(selection),
    end: () => {
      isOver = true
      sharing?.end()
    },
  }
}

/** Connects a session to its frame and to the window's events, until the returned function is called. */
function connect(session: HostSession, frame: RefObject<HTMLIFrameElement | null>): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const unguard = guardLeaving(() => {
    if (session.isDirty) frame.current?.focus()
    return session.mayLeave()
  })
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const message = readFrameMessage(event, { origin: location.origin, source: frame.current?.contentWindow })
      if (message) session.receive(message)
    },
    { signal },
  )
  window.addEventListener(
    'beforeunload',
    event => {
      if (session.isDirty) event.preventDefault()
    },
    { signal },
  )
  window.addEventListener('online', session.retryNow, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') session.retryNow()
    },
    { signal },
  )
  const unwatch = onSessionChange(() => {
    if (!sessionHasEnded()) session.retryNow()
  })
  return () => {
    unguard()
    unwatch()
    controller.abort()
  }
}

/** The editor in its frame, with the wiki's half of the protocol. */
export function EditorFrame(props: EditorFrameProps) {
  const { target, isInline = false, onLeave, onSaved, onRenamed, onEmbed, onCopy } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const query = useQueryClient()
  const leave = useEffectEvent(onLeave)
  const embed = useEffectEvent((name: string | undefined) => onEmbed?.(name))
  const copy = useEffectEvent((name: string, content: OpenDiagram) => onCopy?.(name, content))
  const forget = () => {
    for (const read of [loadDiagram, openDiagramEditor]) query.removeQueries({ queryKey: allOf(read) })
  }
  const saved = useEffectEvent((stored: Saved) => {
    forget()
    onSaved?.(stored)
  })
  const renamed = useEffectEvent((names: Renamed) => {
    forget()
    onRenamed?.(names)
  })

  useEffect(() => {
    const { origin } = location
    const { ownerPageId } = target
    let shown = target
    const userKey = pageData().user?.userKey ?? ''
    const session = new HostSession(target, {
      ...wikiCalls(target, query),
      post: message => {
        if (frame.current?.contentWindow) send(frame.current.contentWindow, message, origin)
      },
      copies: stored => unsavedCopies({ userKey, pageId: ownerPageId, name: stored }),
      theme: currentTheme,
      now: () => Date.now(),
      setTimer: (run, ms) => window.setTimeout(run, ms),
      clearTimer: timer => window.clearTimeout(timer as number | undefined),
      share: (attachmentId, events) => shareWithOthers(attachmentId, userKey, events),
      leave,
      embed: onEmbed && embed,
      copy: onCopy && (({ name: drawn, document, image, html }) => copy(drawn, { ...document, image, html })),
      onSaved: stored => {
        if (stored.name === shown.name) recordPinned(shown, isInline)
        saved(stored)
      },
      onRenamed: names => {
        shown = { ...shown, name: names.to }
        renamed(names)
      },
      report: error => {
        reportError(error)
        showFailure(t('Something went wrong in the diagram editor'), error)
      },
    })
    const disconnect = connect(session, frame)
    removeOldCopies(Date.now()).catch(reportError)
    // Loaded only now: the listeners come before the frame's first message.
    if (frame.current) frame.current.src = EDITOR_FRAME_PATH
    return () => {
      session.end()
      disconnect()
    }
    // The owner gives another target another key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // Its keys work without a click into it first.
  return (
    <iframe
      ref={frame}
      id={EDITOR_FRAME_ID}
      className="ox-diagram-editor-frame"
      title={t('Diagram editor')}
      onLoad={() => frame.current?.focus()}
    />
  )
}

/** Notes that the page shows nothing of what was saved, for where it is shown next. */
function recordPinned({ ownerPageId, name, pageId = ownerPageId, pinned, edited }: Target, inline: boolean): void {
  if (pinned === undefined) return
  storePinnedEdit({
    name,
    ceoid: ownerPageId,
    pageId,
    isPinned: true,
    inline,
    version: pinned,
    isPinnedEdited: edited !== undefined,
  })
}
