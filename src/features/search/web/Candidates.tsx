import './candidates.css'
import { useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import type { Address } from '#features/content/view-contract.ts'
import { addressCandidates } from '../contract.ts'
import { CandidatesView } from '../view/CandidatesView.tsx'

/** Pages that the reader of a dead address may be looking for; nothing while they are unknown. */
export function Candidates({ address }: { address: Address }) {
  const reader = useReader()
  const { data } = useEndpoint(addressCandidates, { query: address })
  return data && data.results.length > 0 ? <CandidatesView reader={reader} candidates={data.results} /> : null
}
