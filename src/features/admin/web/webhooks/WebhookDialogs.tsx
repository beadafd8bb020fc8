import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import {
  createWebhook,
  deleteWebhook,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
} from '#features/webhooks/contract.ts'
import { EventChoice } from './EventChoice.tsx'
import { MessagesDialog } from './MessagesDialog.tsx'
import type { WebhookTask } from './webhook-columns.tsx'

interface Props {
  task: WebhookTask
  onChanged: () => Promise<void>
  onClose: () => void
}

export default function WebhookDialogs({ task, onChanged, onClose }: Props) {
  if (task.kind === 'create') return <WebhookDialog onChanged={onChanged} onClose={onClose} />
  if (task.kind === 'edit') return <WebhookDialog hook={task.hook} onChanged={onChanged} onClose={onClose} />
  if (task.kind === 'messages') return <MessagesDialog hook={task.hook} onClose={onClose} />
  if (task.kind !== 'delete') return null
  const { id, name } = task.hook
  return (
    <ConfirmDialog
      title={t('Delete {{name}}?', { name })}
      confirmLabel={t('Delete webhook')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await elevated(() => call(deleteWebhook, { params: { webhookId: id } }))
        await onChanged()
        showSuccess(t('{{name}} was deleted', { name }))
      }}
    >
      <p>{t('Its messages are forgotten too. To stop them for a while, switch it off instead.')}</p>
    </ConfirmDialog>
  )
}

const FIELDS = ['name', 'url', 'events', 'configuration']

function WebhookDialog({ hook, onChanged, onClose }: { hook?: Webhook } & Omit<Props, 'task'>) {
  const { values, field } = useFields({ name: hook?.name ?? '', url: hook?.url ?? '' })
  const { name } = values
  const [secret, setSecret] = useState('')
  const [active, setActive] = useState(hook?.active ?? true)
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(
    new Set(hook ? (hook.events as WebhookEvent[]) : ['page_created', 'page_updated']),
  )
  const save = useAction(async () => {
    // An empty field leaves the stored secret unchanged.
    const body = { ...values, events: [...events], active, configuration: secret === '' ? {} : { secret } }
    await elevated(() =>
      hook ? call(updateWebhook, { params: { webhookId: hook.id }, body }) : call(createWebhook, { body }),
    )
    await onChanged()
    showSuccess(hook ? t('{{name}} was changed', { name }) : t('{{name}} was created', { name }))
    onClose()
  })
  const title = hook ? t('Edit {{name}}', { name: hook.name }) : t('Create webhook')
  return (
    <FormDialog
      title={title}
      submitLabel={hook ? t('Save') : t('Create webhook')}
      action={save}
      fields={FIELDS}
      onClose={onClose}
      width={640}
    >
      <TextField
        label={t('Name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        {...field('name', save)}
        maxLength={200}
      />
      <TextField
        label={t('Address')}
        type="url"
        isRequired
        autoComplete="off"
        {...field('url', save)}
        placeholder="https://"
        maxLength={2000}
      />
      <TextField
        label={t('Secret')}
        type="password"
        autoComplete="new-password"
        value={secret}
        onChange={setSecret}
        error={save.fieldError('configuration')}
        description={
          hook?.configuration.hasSecret
            ? t('One is set. Leave this empty to keep it.')
            : t('Messages are signed with it, so that the receiver can tell they come from here.')
        }
        maxLength={200}
      />
      <EventChoice chosen={events} onChange={setEvents} error={save.fieldError('events')} />
      <Checkbox isSelected={active} onChange={setActive}>
        {t('Send messages')}
      </Checkbox>
    </FormDialog>
  )
}
