import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { listAudit } from '#features/audit/contract.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'
import { auditColumns } from './audit-columns.tsx'
import { RetentionForm } from './RetentionForm.tsx'

const NOTHING = { words: '', from: '', until: '' }

/** Audit log, newest first, filtered by text and dates. */
export default function AuditScreen() {
  const [filter, setFilter] = useHistoryState('filter of the audit log', NOTHING)
  const phone = useIsPhone()
  const words = useDebounced(filter.words.trim())
  const range = { startDate: momentOf(filter.from, 0), endDate: momentOf(filter.until, 1) }
  const records = usePaged(
    listAudit,
    {
      query: {
        ...(words ? { searchString: words } : {}),
        ...(range.startDate ? { startDate: range.startDate } : {}),
        ...(range.endDate ? { endDate: range.endDate } : {}),
      },
    },
    { limit: 50, staleTime: 0 },
  )
  const narrow = (change: Partial<typeof NOTHING>) => setFilter({ ...filter, ...change })
  const isNarrowed = Object.values(filter).some(value => value !== '')
  return (
    <AdminPage title={t('Audit log')}>
      <Toolbar>
        <SearchField
          label={t('Find words, people, groups or spaces')}
          value={filter.words}
          onChange={text => narrow({ words: text })}
        />
        <div className={css.days}>
          <TextField label={t('From')} type="date" value={filter.from} onChange={from => narrow({ from })} />
          <TextField label={t('Until')} type="date" value={filter.until} onChange={until => narrow({ until })} />
        </div>
      </Toolbar>
      <TableListing
        list={records}
        label={t('Audit log')}
        failure={t('The audit log could not be read')}
        rowKey={record => record.id}
        columns={auditColumns(phone)}
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('No record matches')}
              action={<Button onPress={() => narrow(NOTHING)}>{t('Show all')}</Button>}
            />
          ) : (
            <EmptyState title={t('Nothing was changed yet')}>
              <p>{t('Changes of users, groups, permissions, spaces and settings are recorded here.')}</p>
            </EmptyState>
          )
        }
      />
      <div className={css.below}>
        <Section title={t('How long it is kept')} description={t('Older records are removed each night, for good.')}>
          <RetentionForm />
        </Section>
      </div>
    </AdminPage>
  )
}

/** ISO start (`days` 0) or last millisecond (1) of a local day; empty for none. */
function momentOf(day: string, days: 0 | 1): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (day === '' || !Number.isFinite(year + month + date) || year < 1) return ''
  return String(new Date(year, month - 1, date + days).getTime() - days)
}
