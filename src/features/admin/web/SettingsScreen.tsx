import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Loaded, together } from '#platform/web/ui/Loaded.tsx'
import { Facts, Section } from '#platform/web/ui/Section.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { getProfile } from '#features/accounts/contract.ts'
import { getSiteSettings } from '../contract.ts'
import { getSettingsForm, sendTestMail } from '../settings-contract.ts'
import { AccessModeForm } from './AccessModeForm.tsx'
import { AdminPage } from './AdminPage.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export default function SettingsScreen() {
  const answer = together({ settings: useEndpoint(getSiteSettings), form: useEndpoint(getSettingsForm) })
  return (
    <AdminPage title={t('General settings')}>
      <Loaded answer={answer} failure={t('The settings could not be read')} skeleton={6}>
        {({ settings, form }) => (
          <>
            {form.sections.map(section => (
              <Section key={section.title} title={section.title} description={section.description}>
                <SettingsForm fields={section.fields} settings={settings} />
              </Section>
            ))}
            <Section
              title={t('Read-only mode')}
              description={t(
                'For maintenance, or before the wiki moves: all users can read, and no user can change anything, not even administrators.',
              )}
            >
              <AccessModeForm />
            </Section>
            <Section
              title={t('Mail')}
              description={settings.mail.configured ? t('Links to set a password are sent by mail.') : undefined}
            >
              {settings.mail.configured ? (
                <MailTest from={settings.mail.from} />
              ) : (
                <Banner tone="info" title={t('No mail server is configured')}>
                  {t('Set OXBOW_SMTP_URL and OXBOW_MAIL_FROM in the environment of the wiki and start it again.')}
                </Banner>
              )}
            </Section>
            <Section
              title={t('Set in the environment')}
              description={t('These hold for the process and change with its next start.')}
            >
              <Facts facts={[{ label: t('Base address'), value: settings.baseUrl }]} />
            </Section>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function MailTest({ from }: { from: string }) {
  const { data: profile } = useEndpoint(getProfile)
  const [typed, setTyped] = useState<string>()
  const to = typed ?? profile?.email ?? ''
  const send = useAction(async () => {
    await elevated(() => call(sendTestMail, { body: { to } }))
    showSuccess(t('A test message was sent to {{to}}', { to }))
  })
  return (
    <ActionForm action={send} fields={['to']} submitLabel={t('Send test message')} variant="default">
      <Facts facts={[{ label: t('Sender'), value: from }]} />
      <TextField
        label={t('Send a test message to')}
        type="email"
        isRequired
        value={to}
        onChange={setTyped}
        error={send.fieldError('to')}
        maxLength={254}
      />
    </ActionForm>
  )
}
