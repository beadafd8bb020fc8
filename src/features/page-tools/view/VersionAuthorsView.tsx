import type { Reader } from '#platform/view/reader.ts'
import type { VersionHead } from '../contract.ts'
import { PersonNameView } from './PersonNameView.tsx'

/** The author of a version, then the others whose changes it published. */
export function VersionAuthorsView({ version, reader }: { version: VersionHead; reader: Reader }) {
  return (
    <span className="ox-version-authors">
      <PersonNameView person={version.author} reader={reader} />
      {version.otherAuthors.map(person => (
        <PersonNameView key={person.userKey} person={person} reader={reader} />
      ))}
    </span>
  )
}
