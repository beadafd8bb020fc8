import { useEffect } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useReader } from '#platform/web/reader.ts'
import { NoticeView } from '#platform/view/NoticeView.tsx'
import { OUTCOMES, type OUTCOME_PATH } from '../shared.ts'
import { outcomeWords } from '../words.ts'
import { announceApproval } from './approval.ts'

/** Closes the window that was opened to approve; one that was not stays, with the words. */
export default function OutcomeScreen({ search }: ScreenProps<typeof OUTCOME_PATH>) {
  const reader = useReader()
  const outcome = OUTCOMES.find(each => each === search['outcome']) ?? 'failed'
  useEffect(() => {
    if (outcome !== 'approved') return
    announceApproval()
    window.close()
  }, [outcome])
  return <NoticeView reader={reader} {...outcomeWords(outcome, reader)} />
}
