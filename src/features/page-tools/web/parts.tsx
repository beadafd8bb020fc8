import { locale, t } from '#platform/web/i18n.ts'
import { whenExactly, whenWords } from '#features/content/web/index.ts'
import type { PersonView } from '#features/content/contract.ts'

/** A moment as people say it, exact on hover. */
export function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={whenExactly(iso, locale())}>
      {ago(iso)}
    </time>
  )
}

function ago(iso: string): string {
  return whenWords(iso, Date.now(), locale())
}

/** Face and name, linked to the profile where the reader may view it. */
export function PersonName({ person }: { person: PersonView | null }) {
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
