import { t } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/ui/Section.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionList } from './SessionList.tsx'
import { SettingsPage } from './SettingsPage.tsx'

export default function SecurityScreen() {
  return (
    <SettingsPage current="/users/editmypassword.action">
      <Section title={t('Password')} description={t('Changing it signs you out everywhere but here.')}>
        <PasswordForm />
      </Section>
      <SessionList />
    </SettingsPage>
  )
}
