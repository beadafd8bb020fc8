import { useState } from 'react'
import { useAction, useFields } from '#platform/web/form.ts'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import type { SpaceImportView } from '#features/space-import/contract.ts'
import css from '../admin.module.css'
import { ImportOptions, type ImportTexts } from './ImportOptions.tsx'
import { sendExport } from './send-export.ts'

const NO_TEXTS: ImportTexts = { timeZone: '', baseUrl: '' }

/** Upload of an export. */
export function UploadForm({ onUploaded }: { onUploaded: (row: SpaceImportView) => void | Promise<void> }) {
  const [file, setFile] = useState<File>()
  const [percent, setPercent] = useState(0)
  const [enableUsers, setEnableUsers] = useState(false)
  const [hasReview, setReview] = useState(true)
  const { values, set, field } = useFields(NO_TEXTS)
  const upload = useAction(async () => {
    if (!file) return
    setPercent(0)
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    const options = { ...given, enableUsers: String(enableUsers), review: String(hasReview) }
    const row = await elevated(() => sendExport(file, options, setPercent))
    setFile(undefined)
    set(NO_TEXTS)
    await onUploaded(row)
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
        <ImportOptions field={field} action={upload} enableUsers={enableUsers} onEnableUsers={setEnableUsers} />
        <Checkbox
          isSelected={hasReview}
          onChange={setReview}
          description={t('Nothing is changed before you start the import.')}
        >
          {t('Show spaces, users and groups for a review first')}
        </Checkbox>
        <div>
          {upload.isPending && file ? (
            <ProgressBar value={percent} label={t('Upload of {{name}}', { name: file.name })} />
          ) : (
            <Button variant="primary" isDisabled={!file} onPress={() => void upload.run()}>
              {hasReview ? t('Upload') : t('Import')}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}
