import { useQuery } from '@tanstack/react-query'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { getSpaceExport } from '../contract.ts'
import { ExportStateView } from '../view/ExportStateView.tsx'

const POLL_MS = 700

/** How an export of a space goes. */
export default function ProgressScreen({ search }: ScreenProps) {
  const reader = useReader()
  const answer = useQuery({
    ...queryOptionsFor(getSpaceExport, { params: { id: Number(search['export']) } }),
    refetchInterval: query => (query.state.data?.complete ? false : POLL_MS),
  })
  const space = answer.data?.space
  return (
    <PageFrame
      title={t('Export space')}
      width="wide"
      article={false}
      breadcrumbs={space ? [{ label: space.name, href: space.url }] : []}
    >
      <Loaded answer={answer} failure={t('The export could not be read')} skeleton={3}>
        {view => <ExportStateView reader={reader} view={view} />}
      </Loaded>
    </PageFrame>
  )
}
