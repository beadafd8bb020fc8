import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { RESTRICTION_TITLES } from '../page-links.ts'
import { readingMinutes } from '../reading.ts'
import type { PageView, PersonView } from '../view-contract.ts'
import { BannerItemView } from './BannerItemView.tsx'

/** Author, last change, reading time and restriction of a page. */
export function ByLineView({ view, reader }: { view: PageView; reader: Reader }) {
  const { t } = reader
  const minutes = readingMinutes(view.html)
  const people = facesOf(view)
  return (
    <>
      {people.length > 0 && (
        <span className="ox-faces">
          {people.map(person => (
            <img
              key={person.userKey}
              className="ox-face"
              src={person.avatarUrl}
              alt=""
              width="20"
              height="20"
              data-username={person.profileUrl === undefined ? undefined : person.username}
            />
          ))}
        </span>
      )}
      <ul className="ox-byline-list">
        <li className="page-metadata-modification-info">
          {`${t('Created by')} `}
          <span className="author">
            <UserLinkView person={view.createdBy} reader={reader} />
          </span>
          {view.version > 1 ? (
            <LastChange view={view} reader={reader} />
          ) : (
            <>
              {' '}
              <TimeView at={view.createdAt} reader={reader} />
            </>
          )}
        </li>
        {minutes !== undefined && <li className="ox-byline-item">{t('{{count}} min read', { count: minutes })}</li>}
        {view.restricted !== 'no' && <RestrictionMark restricted={view.restricted} reader={reader} />}
      </ul>
    </>
  )
}

function LastChange({ view, reader }: { view: PageView; reader: Reader }) {
  const { id, version } = view
  const versions = `selectedPageVersions=${version - 1}&selectedPageVersions=${version}`
  return (
    <>
      {`, ${reader.t('last modified by')} `}
      <span className="editor">
        <UserLinkView person={view.updatedBy} reader={reader} />
      </span>{' '}
      <a className="last-modified" href={`/pages/diffpagesbyversion.action?pageId=${id}&${versions}`}>
        <TimeView at={view.updatedAt} reader={reader} />
      </a>
    </>
  )
}

function RestrictionMark({ restricted, reader: { t } }: { restricted: 'explicit' | 'inherited'; reader: Reader }) {
  const isExplicit = restricted === 'explicit'
  const item = {
    linkId: 'content-metadata-page-restrictions',
    label: isExplicit ? t('Restricted') : t('Restricted above'),
    tooltip: t(RESTRICTION_TITLES[restricted]),
    styleClasses: ['ox-restricted', isExplicit ? 'restricted' : 'inherited'],
    isAuiButton: false,
    suppressDefaultStyle: true,
  }
  return (
    <BannerItemView item={item}>
      <Icon name={isExplicit ? 'lock' : 'unlock'} size={16} />
      <span>{item.label}</span>
    </BannerItemView>
  )
}

/** Creator and last editor, deduplicated. */
export function facesOf({ createdBy, updatedBy }: Pick<PageView, 'createdBy' | 'updatedBy'>): PersonView[] {
  const people = [createdBy, updatedBy].filter(person => person !== null)
  return people.filter((person, index) => people.findIndex(other => other.userKey === person.userKey) === index)
}

function UserLinkView({ person, reader: { t } }: { person: PersonView | null; reader: Reader }) {
  if (!person) return t('Anonymous')
  if (person.profileUrl === undefined) return <span className="fn">{person.displayName}</span>
  return (
    <a className="url fn confluence-userlink" data-username={person.username} href={person.profileUrl}>
      {person.displayName}
    </a>
  )
}
