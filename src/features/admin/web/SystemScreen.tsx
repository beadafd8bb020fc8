import { formatBytes, formatDateTime, formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Facts, Section } from '#platform/web/ui/Section.tsx'
import { getSystemInfo } from '../contract.ts'
import { AdminPage } from './AdminPage.tsx'
import css from './admin.module.css'

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** System information, health and backup instructions. */
export default function SystemScreen() {
  const answer = useEndpoint(getSystemInfo)
  return (
    <AdminPage title={t('System')}>
      <Loaded answer={answer} failure={t('The state of the wiki could not be read')} skeleton={12}>
        {info => (
          <>
            <Section title={t('Program')}>
              <Facts
                facts={[
                  { label: t('Version'), value: `Oxbow ${info.version}` },
                  { label: t('Runtime'), value: `Node ${info.nodeVersion}, ${info.platform}` },
                  { label: t('Started'), value: formatDateTime(info.startedAt) },
                  {
                    label: t('Memory'),
                    value: t('{{used}} of {{machine}}', {
                      used: formatBytes(info.memory.used),
                      machine: formatBytes(info.memory.machine),
                    }),
                  },
                ]}
              />
            </Section>
            <Section title={t('Data')}>
              <Facts
                facts={[
                  { label: t('Database'), value: `${ENGINES[info.database.engine]} ${info.database.version}` },
                  { label: t('Size of the database'), value: formatBytes(info.database.size) },
                  { label: t('Attachments'), value: formatBytes(info.counts.attachmentBytes) },
                  { label: t('Contents'), value: formatNumber(info.counts.contents) },
                  { label: t('Data folder'), value: info.home },
                ]}
              />
            </Section>
            <Section
              title={t('Event log')}
              description={t(
                'Search, notices and the like follow the log of changes. A number that grows and does not shrink is a fault.',
              )}
            >
              <Facts
                facts={[
                  { label: t('Newest event'), value: formatNumber(info.events.newest) },
                  ...info.events.subscribers.map(({ name, behind }) => ({
                    label: name,
                    value: behind === 0 ? t('up to date') : t('{{count}} events behind', { count: behind }),
                  })),
                ]}
              />
            </Section>
            <Section
              title={t('Backup')}
              description={t('A backup is one file with every row and every attachment. It is made while people work.')}
            >
              <p>
                <a href="/admin/backups">{t('Make a backup, and fetch it')}</a>
              </p>
              <p className={css.quiet}>{t('Or on the machine of the wiki, with its environment:')}</p>
              <code className={css.command}>oxbow backup wiki-backup.tar.gz</code>
              <p className={css.quiet}>{t('Restoring needs an empty database: oxbow restore.')}</p>
            </Section>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}
