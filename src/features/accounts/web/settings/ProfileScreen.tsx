import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Slot } from '#platform/web/slots.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { getProfile } from '../../contract.ts'
import { PictureForm } from './PictureForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

export default function ProfileScreen() {
  const { data, error } = useEndpoint(getProfile)
  return (
    <SettingsPage current="/users/viewmysettings.action">
      {error && (
        <Banner tone="danger" title={t('Your profile could not be read')}>
          {error.message}
        </Banner>
      )}
      {!data && !error && <SkeletonText lines={8} />}
      {data && (
        <>
          <Section title={t('Picture')}>
            <PictureForm profile={data} />
          </Section>
          <Section title={t('About you')}>
            <ProfileForm key={data.userKey} profile={data} />
          </Section>
          <Slot name="settings.profile" context={{}} />
        </>
      )}
    </SettingsPage>
  )
}
