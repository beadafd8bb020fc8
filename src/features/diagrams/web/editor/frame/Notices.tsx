import { useSyncExternalStore } from 'react'
import { formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { importText } from './import-texts.ts'
import type { FrameSession } from './session.ts'

const MOST_SHOWN = 50

/** Notices before drawing: recovered changes, and deviations of an import. */
export function Notices({ session }: { session: FrameSession }) {
  const state = useSyncExternalStore(session.subscribe, session.state)
  const { recovered, version, pinned, edited, savedAt, report, beside } = state
  if (!recovered && pinned === null && report.length === 0 && beside === null) return null
  return (
    <div className="ox-de-notices">
      {recovered && (
        <Banner
          tone="warning"
          title={t('There are changes that were not saved')}
          actions={
            <>
              <Button size="small" onPress={() => session.dismissRecovered()}>
                {t('Discard')}
              </Button>
              <Button size="small" variant="primary" onPress={() => session.restore()}>
                {t('Restore')}
              </Button>
            </>
          }
        >
          {t('This device kept them on {{when}}.', { when: formatDateTime(recovered.at) })}{' '}
          {recovered.version < version &&
            t('The diagram has been saved since; restoring your changes does not overwrite that version.')}
        </Banner>
      )}
      {beside !== null && (
        <Banner
          tone="warning"
          actions={
            <Button size="small" onPress={() => session.dismissBeside()}>
              {t('Got it')}
            </Button>
          }
        >
          {t('{{name}} has stored another version of this diagram. You choose between both when you save.', {
            name: beside || t('Somebody'),
          })}
        </Banner>
      )}
      {pinned !== null && (
        <Banner
          actions={
            <Button size="small" onPress={() => session.dismissPinned()}>
              {t('Got it')}
            </Button>
          }
        >
          {pinnedText({ version, pinned, edited, isSaved: savedAt !== null })}
        </Banner>
      )}
      {report.length > 0 && (
        <Banner
          title={t('{{count}} details look different from the original', { count: report.length })}
          actions={
            <Button size="small" onPress={() => session.dismissReport()}>
              {t('Got it')}
            </Button>
          }
        >
          <details>
            <summary>{t('Show details')}</summary>
            <ul>
              {report.slice(0, MOST_SHOWN).map(({ path, message }) => (
                <li key={`${path} ${message}`}>{importText(message)}</li>
              ))}
              {report.length > MOST_SHOWN && <li>{t('and {{count}} more', { count: report.length - MOST_SHOWN })}</li>}
            </ul>
          </details>
        </Banner>
      )}
    </div>
  )
}

interface PinnedText {
  version: number
  pinned: number
  edited: number | null
  isSaved: boolean
}

function pinnedText({ version, pinned, edited, isSaved }: PinnedText): string {
  if (isSaved)
    return t(
      'Saved as version {{version}}. The page still shows version {{pinned}}; when you close the editor you can let it show the newest.',
      {
        pinned,
        version,
      },
    )
  if (edited !== null)
    return t(
      'You are editing version {{edited}}, which the page shows. Saved, it becomes the newest version, after {{version}}.',
      {
        edited,
        version,
      },
    )
  return t(
    'You are editing the newest version, {{version}}. The page shows version {{pinned}} and goes on showing it after you save.',
    {
      pinned,
      version,
    },
  )
}
