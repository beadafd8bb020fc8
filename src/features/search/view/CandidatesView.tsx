import type { Reader } from '#platform/view/reader.ts'
import type { AddressCandidate } from '../contract.ts'

interface CandidatesViewProps {
  reader: Reader
  candidates: readonly AddressCandidate[]
}

/** Pages that the reader of a dead address may be looking for. */
export function CandidatesView({ reader: { t }, candidates }: CandidatesViewProps) {
  return (
    <div className="ox-candidates">
      <p id="ox-candidates-label">{t('You may be looking for one of these pages:')}</p>
      <ul aria-labelledby="ox-candidates-label">
        {candidates.map(({ id, title, url, space }) => (
          <li key={id}>
            <a href={url}>{title}</a> <span className="ox-candidate-space">{space.name}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
