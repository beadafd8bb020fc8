import { useState } from 'react'
import { useAction, useFields } from '#platform/web/form.ts'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { listSpaceImports } from '#features/space-import/contract.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'
import { importColumns, isGoing } from './import-columns.tsx'
import { sendExport } from './send-export.ts'

const POLL_MS = 1000

/** Exports of Confluence: upload, watch, read what became of them. */
export default function ImportsScreen() {
  const isPhone = useIsPhone()
  const imports = usePaged(listSpaceImports, {}, { staleTime: 0, again: { everyMs: POLL_MS, while: isGoing } })
  return (
    <AdminPage title={t('Import')}>
      <UploadForm onUploaded={() => imports.pages?.onChange(0)} />
      <Section title={t('Imports')} description={t('Until all of it is there, only administrators see a space.')}>
        <TableListing
          list={imports}
          label={t('Imports')}
          failure={t('The imports could not be read')}
          rowKey={row => row.id}
          columns={importColumns(isPhone)}
          empty={
            <EmptyState title={t('Nothing was imported here yet')}>
              <p>{t('Imports by the command oxbow import are not listed.')}</p>
            </EmptyState>
          }
        />
      </Section>
    </AdminPage>
  )
}

function UploadForm({ onUploaded }: { onUploaded: () => void }) {
  const invalidate = useInvalidate()
  const [file, setFile] = useState<File>()
  const [percent, setPercent] = useState(0)
  const [enableUsers, setEnableUsers] = useState(false)
  const { values, set, field } = useFields({ key: '', timeZone: '', baseUrl: '' })
  const upload = useAction(async () => {
    if (!file) return
    setPercent(0)
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    await elevated(() => sendExport(file, { ...given, enableUsers: String(enableUsers) }, setPercent))
    setFile(undefined)
    set({ key: '', timeZone: '', baseUrl: '' })
    onUploaded()
    await invalidate(listSpaceImports)
    showSuccess(t('The export is being imported'))
  })
  return (
    <Section
      title={t('Spaces of Confluence')}
      description={t(
        'A zip file that Confluence has made of a space (XML, with attachments) or of the whole site. Pages come with their history, files, comments, labels, restrictions and people. The same file to the same key goes on where an import was interrupted.',
      )}
    >
      {upload.error && <Banner tone="danger" title={upload.error.message} />}
      <div className={css.form}>
        <FileDrop
          isMultiple={false}
          accept=".zip,application/zip"
          isDisabled={upload.isPending}
          onFiles={([first]) => setFile(first)}
          hint={
            file
              ? `${file.name} · ${formatBytes(file.size)}`
              : t('Up to 8 GB; larger ones by the command oxbow import, on the server')
          }
        />
        <TextField
          label={t('Space key')}
          description={t('Another key for the space, where its own is taken')}
          {...field('key', upload)}
          maxLength={255}
        />
        <TextField
          label={t('Address of the old wiki')}
          description={t('Links to it become links to this wiki')}
          {...field('baseUrl', upload)}
          maxLength={2000}
        />
        <TextField
          label={t('Time zone of its server')}
          description={t('Such as Europe/Berlin; UTC unless the export names one')}
          {...field('timeZone', upload)}
          maxLength={64}
        />
        <Checkbox isSelected={enableUsers} onChange={setEnableUsers}>
          {t('People who get an account by this may sign in, once they have set a password')}
        </Checkbox>
        <div>
          {upload.isPending && file ? (
            <ProgressBar value={percent} label={t('Upload of {{name}}', { name: file.name })} />
          ) : (
            <Button variant="primary" isDisabled={!file} onPress={() => void upload.run()}>
              {t('Import')}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}
