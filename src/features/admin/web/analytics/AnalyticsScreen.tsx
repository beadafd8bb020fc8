import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { formatDate } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { Table, type Column } from '#platform/web/ui/Table.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import {
  getAnalyticsSettings,
  getReport,
  updateAnalyticsSettings,
  type AnalyticsReport,
  type AnalyticsSettings,
} from '#features/analytics/contract.ts'
import { AdminPage } from '../AdminPage.tsx'
import { Plot } from './Plot.tsx'

const RANGES = [7, 30, 90, 365] as const

/** How the wiki is used: views, readers and editors over time, popular and unread pages, failed searches. */
export default function AnalyticsScreen() {
  const [days, setDays] = useState(30)
  const report = useEndpoint(getReport, { query: { days } })
  const settings = useEndpoint(getAnalyticsSettings)
  return (
    <AdminPage title={t('Analytics')}>
      <Section
        title={t('Use')}
        description={t('Recorded in this wiki alone; single events are removed after 90 days.')}
      >
        <Select
          label={t('Period')}
          value={String(days)}
          onChange={id => setDays(Number(id))}
          options={RANGES.map(count => ({ id: String(count), label: t('{{count}} days', { count }) }))}
        />
        <Loaded answer={report} failure={t('The report could not be read')} skeleton={8}>
          {found => <Report report={found} />}
        </Loaded>
      </Section>
      <Section title={t('Recording')}>
        <Loaded answer={settings} failure={t('The settings could not be read')} skeleton={2}>
          {found => <SettingsForm settings={found} />}
        </Loaded>
      </Section>
    </AdminPage>
  )
}

function Report({ report }: { report: AnalyticsReport }) {
  const { days, popular, unread, searches } = report
  const page: Column<AnalyticsReport['unread'][number] | AnalyticsReport['popular'][number]> = {
    id: 'page',
    header: t('Page'),
    isRowHeader: true,
    cell: row => <a href={row.url}>{row.title}</a>,
  }
  const space: typeof page = { id: 'space', header: t('Space'), cell: row => row.space }
  return (
    <>
      <Plot
        title={t('Views and readers')}
        series={[t('Views'), t('Readers')]}
        days={days.map(({ day, views, readers }) => ({ day, values: [views, readers] }))}
      />
      <Plot
        title={t('Edits and editors')}
        series={[t('Edits'), t('Editors')]}
        days={days.map(({ day, edits, editors }) => ({ day, values: [edits, editors] }))}
      />
      <h3>{t('Popular pages')}</h3>
      <Table
        label={t('Popular pages')}
        columns={[
          page as Column<AnalyticsReport['popular'][number]>,
          space as Column<AnalyticsReport['popular'][number]>,
          { id: 'views', header: t('Views'), align: 'end', cell: row => row.views },
        ]}
        rows={popular}
        rowKey={row => row.id}
        empty={<p>{t('None in this period.')}</p>}
      />
      <h3>{t('Searches without a result')}</h3>
      <Table
        label={t('Searches without a result')}
        columns={[
          { id: 'query', header: t('Searched for'), isRowHeader: true, cell: row => row.query },
          { id: 'times', header: t('Times'), align: 'end', cell: row => row.times },
        ]}
        rows={searches}
        rowKey={row => row.query}
        empty={<p>{t('None in this period.')}</p>}
      />
      <h3>{t('Pages without readers')}</h3>
      <Table
        label={t('Pages without readers')}
        columns={[
          page as Column<AnalyticsReport['unread'][number]>,
          space as Column<AnalyticsReport['unread'][number]>,
          { id: 'updated', header: t('Last changed'), align: 'end', cell: row => formatDate(row.updatedAt) },
        ]}
        rows={unread}
        rowKey={row => row.id}
        empty={<p>{t('None in this period.')}</p>}
      />
    </>
  )
}

function SettingsForm({ settings }: { settings: AnalyticsSettings }) {
  const setAnswer = useSetAnswer(getAnalyticsSettings)
  const [enabled, setEnabled] = useState(settings.enabled)
  const [viewers, setViewers] = useState(settings.viewers)
  const save = useAction(async () => {
    setAnswer(await elevated(() => call(updateAnalyticsSettings, { body: { enabled, viewers } })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={[]}>
      <Checkbox
        isSelected={enabled}
        onChange={setEnabled}
        description={t('Never of who asks not to be tracked, in the browser or in their profile.')}
      >
        {t('Record how the wiki is used')}
      </Checkbox>
      <Checkbox
        isSelected={viewers}
        onChange={setViewers}
        description={t('In the menu of each page, for who may edit it. From what was recorded in the last 90 days.')}
      >
        {t('Show who viewed a page')}
      </Checkbox>
    </ActionForm>
  )
}
