import { useState, useSyncExternalStore } from 'react'
import { formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { DivergedNotice } from './DivergedNotice.tsx'
import type { NotLive } from '#features/live-editing/web/index.ts'
import { AloneNotice, ChangesLink, LiveNotices } from './LiveNotices.tsx'
import { LostPageNotice } from './LostPageNotice.tsx'
import type { EditorSession } from './session.ts'
import { SuggestionNotice } from './SuggestionNotice.tsx'
import type { EditorTools } from './tools.ts'

export interface NoticesProps {
  session: EditorSession
  tools: EditorTools
  problem: string | undefined
  /** Why the page is not edited together with others. */
  notLive?: NotLive | undefined
  onConflict: () => void
  onDiscard: () => void
}

/** Editor notices: older draft, newer version, another window, unsaved local copy. */
export function Notices({ session, tools, problem, notLive, onConflict, onDiscard }: NoticesProps) {
  const { view } = session
  const [isRead, setRead] = useState(false)
  const status = useSyncExternalStore(session.draft.subscribe, session.draft.snapshot)
  const currentVersion = useSyncExternalStore(session.draft.subscribe, () => session.currentVersion)
  const isBehind = !view.isNew && currentVersion > session.baseVersion
  return (
    <>
      <DivergedNotice session={session} />
      {session.live && <LiveNotices session={session} provider={session.live.provider} />}
      {session.live && <ConflictNotice tools={tools} live={session.live} />}
      {session.live && <SuggestionNotice tools={tools} live={session.live} />}
      {notLive && <AloneNotice code={notLive.code} />}
      {!session.live && status.kind === 'failed' && (status.code === 403 || status.code === 404) && (
        <LostPageNotice session={session} isKept>
          {status.reason}
        </LostPageNotice>
      )}
      {problem && <Banner tone="danger">{problem}</Banner>}
      <UnsavedCopyNotice session={session} />
      {isBehind && (
        <Banner
          tone="warning"
          actions={
            <>
              <ChangesLink id={view.id} from={session.baseVersion} to={currentVersion} />
              <Button size="small" onPress={onConflict}>
                {t('Compare')}
              </Button>
            </>
          }
        >
          {t('Version {{number}} was published after you began.', { number: currentVersion })}
        </Banner>
      )}
      {view.draftAt !== null && !isBehind && !isRead && (
        <Banner
          actions={
            <>
              <Button size="small" variant="subtle" onPress={() => setRead(true)}>
                {t('Got it')}
              </Button>
              <Button size="small" onPress={onDiscard}>
                {t('Discard draft')}
              </Button>
            </>
          }
        >
          {t('You go on with your draft of {{when}}.', { when: formatDateTime(view.draftAt) })}
        </Banner>
      )}
    </>
  )
}

/** Offers what an earlier editor on this device could not save. */
function UnsavedCopyNotice({ session }: { session: EditorSession }) {
  const [copy, setCopy] = useState(() => session.unsavedCopy())
  if (!copy) return null
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Button
            size="small"
            onPress={() => {
              session.restore(copy)
              setCopy(session.unsavedCopy())
            }}
          >
            {t('Restore')}
          </Button>
          <Button
            size="small"
            variant="subtle"
            onPress={() => {
              session.removeCopy(copy)
              setCopy(session.unsavedCopy())
            }}
          >
            {t('Forget them')}
          </Button>
        </>
      }
    >
      {t('This device has changes that could not be saved {{when}}.', { when: formatDateTime(copy.at) })}
    </Banner>
  )
}
