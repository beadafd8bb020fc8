import { t } from '#platform/web/i18n.ts'
import { formatBytes, formatNumber, formatRelative } from '#platform/web/format.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { getSystemInfo, type SystemInfo } from '../contract.ts'
import { AdminPage } from './AdminPage.tsx'
import css from './admin.module.css'

/** Lag, in events, that is worth a warning. */
const BEHIND = 1000

export default function OverviewScreen() {
  const info = useEndpoint(getSystemInfo)
  return (
    <AdminPage title={t('Overview')}>
      <Loaded answer={info} failure={t('The state of the wiki could not be read')} skeleton={8}>
        {read => <Overview info={read} />}
      </Loaded>
    </AdminPage>
  )
}

function Overview({ info }: { info: SystemInfo }) {
  const behind = info.events.subscribers.filter(subscriber => subscriber.behind > BEHIND)
  const cards = [
    { href: '/admin/users', label: t('Users'), value: formatNumber(info.counts.users), note: t('active accounts') },
    {
      href: '/admin/spaces',
      label: t('Spaces'),
      value: formatNumber(info.counts.spaces),
      note: t('{{count}} contents', { count: info.counts.contents }),
    },
    {
      href: '/admin/system',
      label: t('Storage'),
      value: formatBytes(info.database.size + info.counts.attachmentBytes),
      note: t('{{size}} of it attachments', { size: formatBytes(info.counts.attachmentBytes) }),
    },
    {
      href: '/admin/jobs',
      label: t('Background work'),
      value: formatNumber(info.jobs.queued + info.jobs.running),
      note: t('waiting or running'),
    },
  ]
  return (
    <>
      {info.jobs.failed > 0 && (
        <Banner
          tone="warning"
          title={t('{{count}} background jobs have failed', { count: info.jobs.failed })}
          actions={<a href="/admin/jobs">{t('See what failed')}</a>}
        />
      )}
      {behind.length > 0 && (
        <Banner tone="warning" title={t('Parts of the wiki are catching up')}>
          {behind.map(({ name, behind: events }) => `${name}: ${formatNumber(events)}`).join(', ')}
        </Banner>
      )}
      <ul className={css.cards}>
        {cards.map(card => (
          <li key={card.href}>
            <a href={card.href} className={css.card}>
              <span className={css.cardLabel}>{card.label}</span>
              <strong>{card.value}</strong>
              <span className={css.cardNote}>{card.note}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className={css.quiet}>
        {t('Oxbow {{version}}, started {{when}}', { version: info.version, when: formatRelative(info.startedAt) })}
      </p>
    </>
  )
}
