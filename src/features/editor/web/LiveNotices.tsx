import { useState, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/Button.tsx'
import { isPageLost, refusalOf, type LiveNotice, type LiveProvider } from '#features/live-editing/web/index.ts'
import { LostPageNotice } from './LostPageNotice.tsx'
import type { EditorSession } from './session.ts'

interface LiveNoticesProps {
  session: EditorSession
  provider: LiveProvider
}

/** News of a page that is edited together with others: what others did to it, and the end of the connection. */
export function LiveNotices({ session, provider }: LiveNoticesProps) {
  const { connection, notice, since } = useSyncExternalStore(provider.subscribe, () => provider.state)
  const [read, setRead] = useState<LiveNotice>()
  const gotIt = (
    <Button size="small" variant="subtle" onPress={() => setRead(notice)}>
      {t('Got it')}
    </Button>
  )
  return (
    <>
      {connection.kind === 'refused' && <RefusalNotice session={session} code={connection.code} notice={notice} />}
      {notice?.kind === 'published' && notice !== read && isNews(notice) && (
        <Banner
          tone={notice.conflicts > 0 ? 'warning' : 'info'}
          actions={
            <>
              <ChangesLink id={session.view.id} from={since} to={notice.version} />
              {gotIt}
            </>
          }
        >
          {textOf(notice)}
        </Banner>
      )}
      {notice?.kind === 'moved' && notice !== read && <Banner actions={gotIt}>{movedText(notice)}</Banner>}
    </>
  )
}

/** Says why the connection has ended, and what the user can do about it. */
function RefusalNotice({
  session,
  code,
  notice,
}: {
  session: EditorSession
  code: number
  notice: LiveNotice | undefined
}) {
  if (isPageLost(code)) {
    const isTrashed = notice?.kind === 'trashed'
    return (
      <LostPageNotice session={session} isKept={!isTrashed}>
        {isTrashed ? trashedText(notice) : refusalOf(code)}
      </LostPageNotice>
    )
  }
  return (
    <Banner tone="danger" title={t('This page can no longer be edited here')}>
      {refusalOf(code)} {t('What was saved is kept. Copy what you have typed since.')}
    </Banner>
  )
}

/** Opens the changes of versions in a new tab, beside the text that is edited. */
export function ChangesLink({ id, from, to }: { id: string; from: number; to: number }) {
  const before = Math.min(from, to - 1)
  if (before < 1) return null
  return (
    <LinkButton
      size="small"
      isExternal
      href={`/pages/diffpagesbyversion.action?pageId=${id}&selectedPageVersions=${before}&selectedPageVersions=${to}`}
    >
      {t('Show changes')}
    </LinkButton>
  )
}

function trashedText({ by }: Extract<LiveNotice, { kind: 'trashed' }>): string {
  return t('{{name}} has moved this page to the trash.', { name: by || t('Somebody') })
}

function movedText({ by, space, below }: Extract<LiveNotice, { kind: 'moved' }>): string {
  const name = by || t('Somebody')
  return below === null
    ? t('{{name}} has moved this page to the top of the space “{{space}}”. You can go on editing.', { name, space })
    : t('{{name}} has moved this page below “{{below}}” in the space “{{space}}”. You can go on editing.', {
        name,
        below,
        space,
      })
}

type Published = Extract<LiveNotice, { kind: 'published' }>

/** The user's own publication is none, unless another text was published elsewhere. */
function isNews({ userKey, isMerged }: Published): boolean {
  return isMerged || userKey !== pageData().user?.userKey
}

function textOf({ by, version, isMerged, conflicts }: Published): string {
  const name = by || t('Somebody')
  if (!isMerged) return t('{{name}} has published version {{version}} of this page.', { name, version })
  if (conflicts === 0)
    return t('Changed by {{name}}: version {{version}} was published elsewhere and is in this text now.', {
      name,
      version,
    })
  return t(
    'Changed by {{name}}: version {{version}} was published elsewhere and is in this text now. {{count}} places were changed on both sides. Both texts are kept, one after the other.',
    { name, version, count: conflicts },
  )
}

/** Says why a page is not edited together with others. */
export function AloneNotice({ code }: { code: number }) {
  return (
    <Banner tone="warning" title={t('You edit this page alone')}>
      {code === 0
        ? t(
            'No connection for editing together could be made; a proxy may block it. Others see your changes when you publish.',
          )
        : refusalOf(code)}
    </Banner>
  )
}
