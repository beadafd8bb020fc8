import { locale, t } from '#platform/web/i18n.ts'
import { useWhen } from '#platform/web/useWhen.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { RESTRICTION_TITLES } from '../../page-links.ts'
import { readingMinutes, whenExactly } from '../../reading.ts'
import type { PageView, PersonView } from '../../view-contract.ts'

/** Who wrote the page, when it changed, how long it takes to read, and whether all may see it. */
export function ByLine({ view }: { view: PageView }) {
  const when = useWhen()
  const minutes = readingMinutes(view.html)
  const people = faces(view)
  return (
    <>
      {people.length > 0 && (
        <span className="ox-faces">
          {people.map(person => (
            <img key={person.userKey} className="ox-face" src={person.avatarUrl} alt="" width="20" height="20" />
          ))}
        </span>
      )}
      <ul className="ox-byline-list">
        <li className="page-metadata-modification-info">
          {t('Created by')}{' '}
          <span className="author">
            <UserLink person={view.createdBy} />
          </span>
          {view.version > 1 ? (
            <>
              , {t('last modified by')}{' '}
              <span className="editor">
                <UserLink person={view.updatedBy} />
              </span>{' '}
              <a
                className="last-modified"
                title={whenExactly(view.updatedAt, locale())}
                href={`/pages/diffpagesbyversion.action?pageId=${view.id}&selectedPageVersions=${view.version - 1}&selectedPageVersions=${view.version}`}
              >
                <time dateTime={view.updatedAt}>{when(view.updatedAt)}</time>
              </a>
            </>
          ) : (
            <>
              {' '}
              <time title={whenExactly(view.createdAt, locale())} dateTime={view.createdAt}>
                {when(view.createdAt)}
              </time>
            </>
          )}
        </li>
        {minutes !== undefined && <li className="ox-byline-item">{t('{{count}} min read', { count: minutes })}</li>}
        {view.restricted !== 'no' && (
          <li className="ox-byline-item">
            <span
              id="content-metadata-page-restrictions"
              className={`ox-restricted ${view.restricted === 'explicit' ? 'restricted' : 'inherited'}`}
              title={t(RESTRICTION_TITLES[view.restricted])}
            >
              <Icon name={view.restricted === 'explicit' ? 'lock' : 'unlock'} size={16} />
              <span>{view.restricted === 'explicit' ? t('Restricted') : t('Restricted above')}</span>
            </span>
          </li>
        )}
      </ul>
    </>
  )
}

function faces(view: PageView): PersonView[] {
  const people = [view.createdBy, view.updatedBy].filter(person => person !== null)
  return people.filter((person, index) => people.findIndex(other => other.userKey === person.userKey) === index)
}

function UserLink({ person }: { person: PersonView | null }) {
  if (!person) return t('Anonymous')
  if (person.profileUrl === undefined) return <span className="fn">{person.displayName}</span>
  return (
    <a className="url fn confluence-userlink" data-username={person.username} href={person.profileUrl}>
      {person.displayName}
    </a>
  )
}
