import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { queryOptionsFor, useInvalidate } from '#platform/web/query.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { getLongTask } from '#features/longtasks/contract.ts'
import { deleteSpaceCall, spaceDirectory } from '#features/spaces/contract.ts'
import type { SpaceDetails } from './SettingsPage.tsx'
import css from './space-settings.module.css'

const POLL_MS = 700

/** Confirms by the key, then shows the deletion's progress. */
export default function DeleteSpaceDialog({ space, onClose }: { space: SpaceDetails; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const [taskId, setTaskId] = useState<string>()
  const start = useAction(async () => {
    const right = typed.trim().toUpperCase() === space.key.toUpperCase()
    setRefused(!right)
    if (right) setTaskId((await call(deleteSpaceCall, { params: { key: space.key } })).id)
  })
  if (taskId !== undefined) return <DeletionProgress taskId={taskId} space={space} onClose={onClose} />
  return (
    <FormDialog
      title={t('Delete {{name}}?', { name: space.name })}
      submitLabel={t('Delete space')}
      tone="danger"
      action={start}
      onClose={onClose}
    >
      <p>{t('Everything in this space is deleted for good. To keep it readable instead, archive it.')}</p>
      <TextField
        label={t('To go on, type the key {{key}}', { key: space.key })}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={text => {
          setTyped(text)
          setRefused(false)
        }}
        error={refused ? t('This is not the key of the space.') : undefined}
        maxLength={300}
      />
    </FormDialog>
  )
}

interface ProgressProps {
  taskId: string
  space: SpaceDetails
  onClose: () => void
}

function DeletionProgress({ taskId, space, onClose }: ProgressProps) {
  const invalidate = useInvalidate()
  const { data, error } = useQuery({
    ...queryOptionsFor(getLongTask, { params: { id: taskId } }),
    refetchInterval: query => (query.state.data?.finished ? false : POLL_MS),
  })
  const done = data?.finished === true && data.successful
  const leave = useEffectEvent(() => {
    // Not the space itself: it is gone.
    void invalidate(spaceDirectory)
    showSuccess(t('{{name}} was deleted', { name: space.name }))
    navigateTo('/spacedirectory/view.action', { replace: true })
  })
  useEffect(() => {
    if (done) leave()
  }, [done])
  const percent = Math.round(data?.percentageComplete ?? 0)
  const failed = data?.finished === true && !data.successful
  return (
    <Dialog
      title={t('Deleting {{name}}', { name: space.name })}
      isDismissable={false}
      onClose={onClose}
      footer={
        <ButtonRow align="end">
          <Button onPress={() => navigateTo('/spacedirectory/view.action')}>{t('Go on in the background')}</Button>
        </ButtonRow>
      }
    >
      <div className={css.stack}>
        <ProgressBar value={percent} label={t('Deleting {{name}}', { name: space.name })} />
        <p className={css.muted} role="status">
          {data?.messages.at(-1)?.translation ?? t('{{percent}} %', { percent })}
        </p>
        {(error ?? failed) && (
          <p className={css.error} role="alert">
            {error
              ? error.message
              : t('The deletion failed. An administrator finds the reason in the background work.')}
          </p>
        )}
      </div>
    </Dialog>
  )
}
