import Clock from 'lucide-react/icons/clock'
import FileText from 'lucide-react/icons/file-text'
import Mail from 'lucide-react/icons/mail'
import type { ScreenProps } from '#platform/web/feature.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Slot } from '#platform/web/slots.tsx'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { LinkButton } from '#platform/web/ui/Button.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { getPublicProfile, getUser } from '../../contract.ts'
import css from './profile.module.css'

const PICTURE_PATH = '/users/profile/editmyprofilepicture.action'

export default function UserProfileScreen({ search }: ScreenProps) {
  const username = typeof search.username === 'string' ? search.username : ''
  const user = useEndpoint(getUser, { query: { username } })
  const userKey = user.data?.userKey ?? ''
  const { data, error } = useEndpoint(getPublicProfile, { params: { userKey } }, { enabled: userKey !== '' })
  const isSelf = pageData().user?.userKey === userKey
  return (
    <PageFrame
      title={data?.displayName ?? username}
      article={false}
      contentClass="profile"
      breadcrumbs={[{ label: t('People'), href: '/dosearchsite.action?type=user' }]}
      titleField={
        <div className={css.head}>
          {data && <Picture name={data.displayName} url={data.avatarUrl} isSelf={isSelf} />}
          <div>
            <h1 id="title-heading" className="ox-title pagetitle">
              <span id="title-text">{data?.displayName ?? username}</span>
            </h1>
            <p className={css.handle}>
              @{username} {data?.active === false && <Lozenge>{t('Disabled')}</Lozenge>}
            </p>
          </div>
        </div>
      }
      actions={
        <>
          {userKey !== '' && <Slot name="user.profile" context={{ username, isSelf }} />}
          {isSelf && (
            <LinkButton variant="subtle" href="/users/viewmysettings.action">
              {t('Edit profile')}
            </LinkButton>
          )}
        </>
      }
    >
      {(error ?? user.error) && (
        <Banner tone="danger" title={t('This profile could not be read')}>
          {(error ?? user.error)?.message}
        </Banner>
      )}
      {!data && !error && !user.error && <SkeletonText lines={4} />}
      {data && (
        <>
          {data.about ? (
            <p className={css.about}>{data.about}</p>
          ) : (
            isSelf && (
              <p className={css.nothing}>
                {t('Tell your colleagues what you do.')}{' '}
                <a href="/users/viewmysettings.action">{t('Write about yourself')}</a>
              </p>
            )
          )}
          <ul className={css.facts}>
            {data.email && (
              <li>
                <Mail /> <a href={`mailto:${data.email}`}>{data.email}</a>
              </li>
            )}
            {data.timeZone && (
              <li>
                <Clock /> {t('{{time}} local time ({{zone}})', { time: timeIn(data.timeZone), zone: data.timeZone })}
              </li>
            )}
            <li>
              <FileText />{' '}
              <a href={`/dosearchsite.action?contributor=${encodeURIComponent(username)}`}>
                {t('Pages and comments by {{name}}', { name: data.displayName })}
              </a>
            </li>
          </ul>
        </>
      )}
    </PageFrame>
  )
}

/** The user's own default picture links to the upload. */
function Picture({ name, url, isSelf }: { name: string; url: string; isSelf: boolean }) {
  const picture = <Avatar name={name} picture={url} size={96} isDecorative />
  if (!isSelf || !url.endsWith('/initials.svg')) return picture
  const label = t('Choose a profile picture')
  return (
    <a className={css.choose} href={PICTURE_PATH} aria-label={label} title={label}>
      {picture}
    </a>
  )
}

function timeIn(timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone }).format(new Date())
}
