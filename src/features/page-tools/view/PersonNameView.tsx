import type { Reader } from '#platform/view/reader.ts'
import type { PersonView } from '#features/content/contract.ts'

/** Avatar and name, linked to the profile where permitted. */
export function PersonNameView({ person, reader: { t } }: { person: PersonView | null; reader: Reader }) {
  if (!person) return <span className="ox-person">{t('Anonymous')}</span>
  return (
    <span className="ox-person">
      <img className="ox-face" src={person.avatarUrl} alt="" width="20" height="20" />
      {person.profileUrl === undefined ? (
        <span>{person.displayName}</span>
      ) : (
        <a className="confluence-userlink" data-username={person.username} href={person.profileUrl}>
          {person.displayName}
        </a>
      )}
    </span>
  )
}
