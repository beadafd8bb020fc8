import { NoticeView } from '#platform/view/NoticeView.tsx'
import { useReader, useStartedMark } from '../reader.ts'

/** Screen of unknown addresses and missing content. */
export function NotFoundScreen() {
  const reader = useReader()
  useStartedMark()
  const message = reader.t('It may have been moved or deleted, or you may not be permitted to see it.')
  return <NoticeView reader={reader} title={reader.t('Page Not Found')} message={message} />
}
