import { LANGUAGES, type Language } from '#platform/languages.ts'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { updateProfile, type OwnProfile } from '../../contract.ts'
import { useStoreProfile } from './useStoreProfile.ts'

const FIELDS = ['displayName', 'email', 'about', 'locale', 'timeZone', 'password'] as const
/** Option value of "automatic", null on the wire. */
const AUTOMATIC = 'automatic'

/** Form for name, e-mail, bio, language and time zone. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const store = useStoreProfile()
  const { values, set, field } = useFields<Record<(typeof FIELDS)[number], string>>({
    displayName: profile.displayName,
    email: profile.email,
    about: profile.about,
    locale: profile.locale ?? AUTOMATIC,
    timeZone: profile.timeZone ?? AUTOMATIC,
    password: '',
  })
  const changesEmail = values.email.trim().toLowerCase() !== profile.email.toLowerCase()
  const save = useAction(
    async () => {
      const { password, timeZone, ...body } = values
      const locale = body.locale === AUTOMATIC ? null : (body.locale as Language)
      const answer = await call(updateProfile, {
        body: {
          ...body,
          locale,
          timeZone: timeZone === AUTOMATIC ? null : timeZone,
          ...(changesEmail ? { password } : {}),
        },
      })
      set({ password: '' })
      await store(answer)
      // A document has one language: reload to change it.
      if (locale !== profile.locale) location.reload()
      else showSuccess(t('Your profile was saved'))
    },
    { 403: 'password' },
  )
  return (
    <ActionForm action={save} fields={FIELDS}>
      <TextField
        label={t('Full name')}
        isRequired
        autoComplete="name"
        {...field('displayName', save)}
        maxLength={255}
      />
      <TextField label={t('E-mail')} type="email" autoComplete="email" {...field('email', save)} maxLength={254} />
      {changesEmail && (
        <TextField
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
          isRequired
          {...field('password', save)}
          description={t('A new password can be sent to this address. Changing it therefore requires your password.')}
          maxLength={256}
        />
      )}
      <TextArea
        label={t('About you')}
        rows={4}
        {...field('about', save)}
        placeholder={t('Your work, your office, topics to ask you about')}
        maxLength={2000}
      />
      <Select
        label={t('Language')}
        {...field('locale', save)}
        options={[
          { id: AUTOMATIC, label: t('As in the browser or the wiki') },
          ...Object.entries(LANGUAGES).map(([id, label]) => ({ id, label })),
        ]}
      />
      <ComboBox
        label={t('Time zone')}
        {...field('timeZone', save)}
        onChange={zone => set({ timeZone: zone ?? AUTOMATIC })}
        options={timeZones()}
      />
    </ActionForm>
  )
}

/** Time zones known to the browser, with their current time. */
function timeZones(): { id: string; label: string; description?: string }[] {
  const now = new Date()
  const zones = Intl.supportedValuesOf('timeZone').map(id => ({
    id,
    label: id.replaceAll('_', ' '),
    description: new Intl.DateTimeFormat(locale(), { timeZone: id, timeStyle: 'short' }).format(now),
  }))
  return [{ id: AUTOMATIC, label: t('As on the server') }, ...zones]
}
