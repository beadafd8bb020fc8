import { useEffect } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useReader } from '#platform/web/reader.ts'
import { NoticeView } from '#platform/view/NoticeView.tsx'
import { OUTCOMES, type OUTCOME_PATH } from '../shared.ts'
import { outcomeWords } from '../words.ts'
import { announceOutcome } from './approval.ts'

/** Closes the window that was opened to approve, however that ended. Another window stays, with the words. */
export default function OutcomeScreen({ search }: ScreenProps<typeof OUTCOME_PATH>) {
  const reader = useReader()
  const outcome = OUTCOMES.find(each => each === search['outcome']) ?? 'failed'
  useEffect(() => {
    announceOutcome(outcome)
    window.close()
  }, [outcome])
  return <NoticeView reader={reader} {...outcomeWords(outcome, reader)} />
}
