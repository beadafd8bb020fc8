import Check from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import { sizeText } from '../sizes.ts'
import { PROGRESS_DIALOG_ID } from './drop.ts'
import { UPLOAD_STATUS, type UploadFile, type UploadQueue } from './upload-queue.ts'
import { PROGRESS_MAXIMUM, progressValue } from './upload-progress.ts'
import css from './UploadDialog.module.css'

/** Delay before the dialog closes after the last upload. */
const CLOSE_AFTER_MS = 1000

/** Upload progress, one row per file. Closes when all are done. */
export default function UploadDialog({ queue, onClose }: { queue: UploadQueue; onClose: () => void }) {
  const files = useSyncExternalStore(queue.subscribe, () => queue.files)
  const isBusy = files.some(file => file.status === UPLOAD_STATUS.queued || file.status === UPLOAD_STATUS.uploading)
  const allDone = files.length > 0 && files.every(file => file.status === UPLOAD_STATUS.done)
  const close = useEffectEvent(() => {
    if (isBusy) return
    queue.clear()
    onClose()
  })
  useEffect(() => {
    if (!allDone) return
    const timer = window.setTimeout(() => close(), CLOSE_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [allDone])
  return (
    <Dialog
      title={t('Attach files')}
      id={PROGRESS_DIALOG_ID}
      width={600}
      height={400}
      isDismissable={!isBusy}
      onClose={() => {
        if (isBusy) return
        queue.clear()
        onClose()
      }}
      footer={
        <ButtonRow align="end">
          <Button
            variant="primary"
            isDisabled={isBusy}
            onPress={() => {
              queue.clear()
              onClose()
            }}
          >
            {t('Done')}
          </Button>
        </ButtonRow>
      }
    >
      <ul className={css.files}>
        {files.map(file => (
          <Row key={file.id} file={file} onCancel={() => queue.cancel(file.id)} />
        ))}
      </ul>
    </Dialog>
  )
}

function Row({ file, onCancel }: { file: UploadFile; onCancel: () => void }) {
  const { status } = file
  return (
    <li className={css.file} data-failed={status === UPLOAD_STATUS.failed || undefined}>
      <div className={css.line}>
        <span className={css.name}>{file.name}</span>
        <span className={css.note}>
          {status === UPLOAD_STATUS.queued && t('Waiting...')}
          {status === UPLOAD_STATUS.uploading &&
            t('{{loaded}} of {{total}}', { loaded: sizeText(file.loaded), total: sizeText(file.size) })}
          {status === UPLOAD_STATUS.done && sizeText(file.size)}
        </span>
        <span className={css.end}>
          {(status === UPLOAD_STATUS.queued || status === UPLOAD_STATUS.uploading) && (
            <IconButton label={t('Cancel Upload')} size="small" onPress={onCancel}>
              <X />
            </IconButton>
          )}
          {status === UPLOAD_STATUS.done && <Check className={css.done} role="img" aria-label={t('Uploaded')} />}
        </span>
      </div>
      {status === UPLOAD_STATUS.failed ? (
        <p className={css.error} role="alert">
          {file.error}
        </p>
      ) : (
        <ProgressBar max={PROGRESS_MAXIMUM} value={progressValue(file.percent / 100)} label={file.name} />
      )}
    </li>
  )
}
