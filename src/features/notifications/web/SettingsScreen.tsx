import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor, useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { LazyConfirmDialog } from '#platform/web/ui/LazyConfirmDialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { SettingsPage } from '#features/accounts/web/index.ts'
import { getSettings, revokeLinks, updateSettings, type NotificationSettings } from '../contract.ts'
import { BUNDLE_MINUTES, NOTIFICATION_SETTINGS_PATH, type Choice, type MailTime } from '../shared.ts'
import css from './settings.module.css'

/** Choices of what one is notified of in the bell and by mail, and when. */
export default function SettingsScreen() {
  const answer = useEndpoint(getSettings)
  return (
    <SettingsPage current={NOTIFICATION_SETTINGS_PATH}>
      <Section
        title={t('Notifications')}
        description={t('Of your own doing, and of what you may not see, you are told nothing.')}
      >
        <Loaded answer={answer} failure={t('The settings could not be read')} skeleton={8}>
          {settings => <SettingsForm settings={settings} />}
        </Loaded>
      </Section>
      <LinksSection />
    </SettingsPage>
  )
}

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const client = useQueryClient()
  const [choices, setChoices] = useState(settings.choices)
  const [digestHour, setDigestHour] = useState(settings.digestHour)
  const save = useAction(async () => {
    const stored = await call(updateSettings, { body: { choices, digestHour } })
    client.setQueryData(queryOptionsFor(getSettings).queryKey, stored)
    showSuccess(t('Your settings were saved'))
  })
  const change = (kind: string, changed: Partial<Choice>) =>
    setChoices(before => before.map(choice => (choice.kind === kind ? { ...choice, ...changed } : choice)))
  return (
    <ActionForm action={save}>
      <Where address={settings.address} />
      <ChoiceTable kinds={settings.kinds} choices={choices} hasMail={settings.address !== null} onChange={change} />
      {choices.some(choice => choice.mail === 'daily') && (
        <HourField hour={digestHour} timeZone={settings.timeZone} onChange={setDigestHour} />
      )}
    </ActionForm>
  )
}

/** Address for mail, if any. */
function Where({ address }: { address: string | null }) {
  if (address === null) return <Banner tone="info" title={t('This wiki sends no mail.')} />
  if (address === '') return <Banner tone="warning" title={t('Your profile has no e-mail address: you get no mail.')} />
  return <p className={css.address}>{t('Mail goes to {{address}}.', { address })}</p>
}

interface ChoiceTableProps {
  kinds: NotificationSettings['kinds']
  choices: NotificationSettings['choices']
  hasMail: boolean
  onChange: (kind: string, changed: Partial<Choice>) => void
}

function ChoiceTable({ kinds, choices, hasMail, onChange }: ChoiceTableProps) {
  return (
    <table className={css.choices} aria-label={t('Notifications')}>
      <thead>
        <tr>
          <th scope="col">{t('What happens')}</th>
          <th scope="col">{t('In the bell')}</th>
          <th scope="col">{t('By mail')}</th>
        </tr>
      </thead>
      <tbody>
        {choices.map(({ kind, bell, mail }) => {
          const { label: name = kind, hasBell, mailTimes = [] } = kinds.find(one => one.kind === kind) ?? {}
          return (
            <tr key={kind}>
              <th scope="row">{name}</th>
              <td>
                {hasBell && (
                  <Checkbox
                    aria-label={`${name}: ${t('In the bell')}`}
                    isSelected={bell}
                    onChange={isChosen => onChange(kind, { bell: isChosen })}
                  >
                    <span className={css.narrow}>{t('In the bell')}</span>
                  </Checkbox>
                )}
              </td>
              <td className={css.mail}>
                <Select
                  label={`${name}: ${t('By mail')}`}
                  isLabelHidden
                  options={mailTimes.map(id => ({ id, label: timeName(id) }))}
                  value={mail}
                  isDisabled={!hasMail}
                  onChange={id => onChange(kind, { mail: id as MailTime })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function timeName(time: MailTime): string {
  switch (time) {
    case 'now':
      return t('At once')
    case 'bundled':
      return t('Gathered for {{minutes}} minutes', { minutes: BUNDLE_MINUTES })
    case 'daily':
      return t('Once a day')
    case 'never':
      return t('Never')
  }
}

interface HourFieldProps {
  hour: number
  timeZone: string
  onChange: (hour: number) => void
}

function HourField({ hour, timeZone, onChange }: HourFieldProps) {
  const { locale } = useReader()
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const hours = Array.from({ length: 24 }, (_, id) => ({ id: String(id), label: format.format(id * 3_600_000) }))
  return (
    <Select
      label={t('The daily mail comes at')}
      description={t('By the time of {{zone}}', { zone: timeZone })}
      options={hours}
      value={String(hour)}
      onChange={id => onChange(Number(id))}
    />
  )
}

function LinksSection() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={t('Links in mails')}
      description={t(
        'Each mail has a link to unsubscribe from mail of its kind without signing in. Everyone who has the mail can use it.',
      )}
    >
      <Button onPress={() => setAsking(true)}>{t('Make the links of earlier mails void')}</Button>
      {isAsking && (
        <LazyConfirmDialog
          title={t('Make the links of earlier mails void?')}
          confirmLabel={t('Make void')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await call(revokeLinks)
            showSuccess(t('The links of earlier mails are void'))
          }}
        >
          <p>{t('The links of mails that come from now on work.')}</p>
        </LazyConfirmDialog>
      )}
    </Section>
  )
}
