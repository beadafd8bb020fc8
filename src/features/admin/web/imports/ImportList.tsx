import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import { cancelSpaceImport, listSpaceImports, type SpaceImportView } from '#features/space-import/contract.ts'
import { AdminPage } from '../AdminPage.tsx'
import { importColumns, type ImportTask } from './import-columns.tsx'
import { isGoing, pathOfImport } from './import-words.ts'
import { RemoveImportDialog } from './RemoveImportDialog.tsx'
import { UploadForm } from './UploadForm.tsx'

const POLL_MS = 1000

/** Exports of Confluence: upload, watch, read what became of them. */
export function ImportList() {
  const isPhone = useIsPhone()
  const invalidate = useInvalidate()
  const [removing, setRemoving] = useState<SpaceImportView>()
  const imports = usePaged(
    listSpaceImports,
    {},
    { staleTime: 0, again: { everyMs: POLL_MS, while: (row: SpaceImportView) => isGoing(row) } },
  )
  const changed = () => invalidate(listSpaceImports)
  const cancel = useAction(async (id: string) => {
    await elevated(() => call(cancelSpaceImport, { params: { id } }))
    await changed()
  })
  const onTask = ({ kind, row }: ImportTask) => {
    if (kind === 'remove') setRemoving(row)
    else void cancel.run(row.id)
  }
  return (
    <AdminPage title={t('Import')}>
      <UploadForm
        onUploaded={async ({ id, state }) => {
          if (state === 'ANALYSING') return navigateTo(pathOfImport(id))
          imports.pages?.onChange(0)
          await changed()
        }}
      />
      <Section title={t('Imports')} description={t('Until all of it is there, only administrators see a space.')}>
        {cancel.error && <Banner tone="danger" title={cancel.error.message} />}
        <TableListing
          list={imports}
          label={t('Imports')}
          failure={t('The imports could not be read')}
          rowKey={row => row.id}
          columns={importColumns({ isPhone, onTask })}
          empty={
            <EmptyState title={t('Nothing was imported here yet')}>
              <p>{t('Upload an export above, or run the command oxbow import on the server.')}</p>
            </EmptyState>
          }
        />
      </Section>
      {removing && <RemoveImportDialog row={removing} onRemoved={changed} onClose={() => setRemoving(undefined)} />}
    </AdminPage>
  )
}
