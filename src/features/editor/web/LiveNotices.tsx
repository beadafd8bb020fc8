import { useState, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { refusalOf, type LiveNotice, type LiveProvider } from '#features/live-editing/web/index.ts'

/** News of a page that is edited together with others: versions that were published, and the end of the connection. */
export function LiveNotices({ provider }: { provider: LiveProvider }) {
  const { connection, notice } = useSyncExternalStore(provider.subscribe, () => provider.state)
  const [read, setRead] = useState<LiveNotice>()
  return (
    <>
      {connection.kind === 'refused' && (
        <Banner tone="danger" title={t('This page can no longer be edited here')}>
          {refusalOf(connection.code)} {t('What was saved is kept. Copy what you have typed since.')}
        </Banner>
      )}
      {notice?.kind === 'published' && notice !== read && isNews(notice) && (
        <Banner
          tone={notice.conflicts > 0 ? 'warning' : 'info'}
          actions={
            <Button size="small" variant="subtle" onPress={() => setRead(notice)}>
              {t('Got it')}
            </Button>
          }
        >
          {textOf(notice)}
        </Banner>
      )}
    </>
  )
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
