import { useState } from 'react'
import { LANGUAGES, type Language } from '#platform/languages.ts'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { updateProfile, type OwnProfile } from '../../contract.ts'
import { useKeepProfile } from './useKeepProfile.ts'

const FIELDS = ['displayName', 'email', 'about', 'locale', 'timeZone', 'password']
/** Stands for "as the browser, or else the wiki" and "as the server", which the wire writes as null. */
const AUTOMATIC = 'automatic'

/** Name, address, words about oneself, language and time zone. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const keep = useKeepProfile()
  const [displayName, setDisplayName] = useState(profile.displayName)
  const [email, setEmail] = useState(profile.email)
  const [about, setAbout] = useState(profile.about)
  const [language, setLanguage] = useState(profile.locale ?? AUTOMATIC)
  const [timeZone, setTimeZone] = useState(profile.timeZone ?? AUTOMATIC)
  const [password, setPassword] = useState('')
  const changesEmail = email.trim().toLowerCase() !== profile.email.toLowerCase()
  const save = useAction(async () => {
    const chosen = language === AUTOMATIC ? null : (language as Language)
    const answer = await call(updateProfile, {
      body: {
        displayName, email, about, locale: chosen, timeZone: timeZone === AUTOMATIC ? null : timeZone,
        ...(changesEmail ? { password } : {}),
      },
    })
    setPassword('')
    await keep(answer)
    // The texts of the whole app are in one language: a new one comes with a new document.
    if (chosen !== profile.locale) location.reload()
    else showToast({ kind: 'success', title: t('Your profile was saved') })
  }, { 403: 'password' })
  return (
    <ActionForm action={save} fields={FIELDS}>
      <TextField label={t('Full name')} isRequired autoComplete="name" value={displayName} onChange={setDisplayName} error={save.fieldError('displayName')} maxLength={255} />
      <TextField label={t('E-mail')} type="email" autoComplete="email" value={email} onChange={setEmail} error={save.fieldError('email')} maxLength={254} />
      {changesEmail && (
        <TextField
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
          error={save.fieldError('password')}
          description={t('Whoever has the address can have a new password sent there, so changing it takes your password.')}
          maxLength={256}
        />
      )}
      <TextArea label={t('About you')} rows={4} value={about} onChange={setAbout} error={save.fieldError('about')} placeholder={t('What you do, where to find you, what to ask you about')} maxLength={2000} />
      <Select
        label={t('Language')}
        value={language}
        onChange={setLanguage}
        error={save.fieldError('locale')}
        options={[
          { id: AUTOMATIC, label: t('As in the browser or the wiki') },
          ...Object.entries(LANGUAGES).map(([id, label]) => ({ id, label })),
        ]}
      />
      <ComboBox label={t('Time zone')} value={timeZone} onChange={zone => setTimeZone(zone ?? AUTOMATIC)} error={save.fieldError('timeZone')} options={timeZones()} />
    </ActionForm>
  )
}

/** Every time zone that the browser knows, with what its clocks show now. */
function timeZones(): { id: string; label: string; description?: string }[] {
  const now = new Date()
  const zones = Intl.supportedValuesOf('timeZone').map(id => ({
    id,
    label: id.replaceAll('_', ' '),
    description: new Intl.DateTimeFormat(locale(), { timeZone: id, timeStyle: 'short' }).format(now),
  }))
  return [{ id: AUTOMATIC, label: t('As on the server') }, ...zones]
}
