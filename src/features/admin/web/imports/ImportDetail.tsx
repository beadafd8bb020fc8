import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { queryOptionsFor, useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { SubNav } from '#platform/web/ui/Section.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import {
  cancelSpaceImport,
  getSpaceImport,
  listSpaceImports,
  type SpaceImportDetails,
} from '#features/space-import/contract.ts'
import { AdminPage } from '../AdminPage.tsx'
import { ImportFacts, ImportStateCell } from './import-columns.tsx'
import { isCancellable, isGoing, isReviewable, pathOfImport } from './import-words.ts'
import css from './imports.module.css'
import { RemoveImportDialog } from './RemoveImportDialog.tsx'
import { ReportView } from './report/ReportView.tsx'
import { ReviewForm } from './review/ReviewForm.tsx'

const POLL_MS = 2000

interface ImportDetailProps {
  id: string
  view: 'review' | undefined
}

/** One import: the review before its start, or its report. */
export default function ImportDetail({ id, view }: ImportDetailProps) {
  const invalidate = useInvalidate()
  const [isRemoving, setRemoving] = useState(false)
  const answer = useQuery({
    ...queryOptionsFor(getSpaceImport, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? POLL_MS : false),
  })
  const cancel = useAction(async () => {
    await elevated(() => call(cancelSpaceImport, { params: { id } }))
    await invalidate(getSpaceImport, listSpaceImports)
  })
  const { data } = answer
  return (
    <AdminPage
      title={data?.fileName ?? t('Import')}
      above={[{ label: t('Import'), href: '/admin/imports' }]}
      actions={
        data &&
        (isCancellable(data) ? (
          <Button isPending={cancel.isPending} onPress={() => void cancel.run()}>
            {t('Cancel import')}
          </Button>
        ) : (
          !isGoing(data) && <Button onPress={() => setRemoving(true)}>{t('Remove…')}</Button>
        ))
      }
    >
      {cancel.error && <Banner tone="danger" title={cancel.error.message} />}
      <Loaded answer={answer} failure={t('The import could not be read')}>
        {details => <Details details={details} view={view} />}
      </Loaded>
      {isRemoving && data && (
        <RemoveImportDialog
          row={data}
          onClose={() => setRemoving(false)}
          onRemoved={async () => {
            navigateTo('/admin/imports', { replace: true })
            await invalidate(listSpaceImports)
          }}
        />
      )}
    </AdminPage>
  )
}

function Details({ details, view }: { details: SpaceImportDetails; view: ImportDetailProps['view'] }) {
  const { id, state, errorMessage } = details
  const canReview = isReviewable(details)
  const isReview = canReview && (state === 'READY' || view === 'review')
  return (
    <>
      <div className={css.head}>
        <ImportFacts row={details} />
        <ImportStateCell row={details} />
      </div>
      {errorMessage !== null && <Banner tone="danger" title={errorMessage} />}
      {canReview && state !== 'READY' && (
        <SubNav
          label={t('Import')}
          items={[
            { label: t('Report'), href: pathOfImport(id), isCurrent: !isReview },
            { label: t('Go on'), href: pathOfImport(id, 'review'), isCurrent: isReview },
          ]}
        />
      )}
      {isReview ? <ReviewForm details={details} /> : <Progress details={details} />}
    </>
  )
}

function Progress({ details }: { details: SpaceImportDetails }) {
  switch (details.state) {
    case 'ANALYSING':
      return (
        <Banner title={t('The export is being read')}>
          {t('Its spaces, users and groups appear here for a review. Nothing is changed yet.')}
        </Banner>
      )
    case 'READY':
      return (
        <Banner tone="warning" title={t('The uploaded file is gone')}>
          {t('Files that are not imported are kept for a week. Upload the export again.')}
        </Banner>
      )
    case 'QUEUED':
      return <Banner title={t('The import begins soon')}>{t('It waits for other background work.')}</Banner>
    default:
      return <ReportView details={details} />
  }
}
