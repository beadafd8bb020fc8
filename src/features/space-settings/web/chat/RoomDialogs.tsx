import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { PersistableField } from '#platform/web/persisted.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { type ChatRoom, createChatRoom, deleteChatRoom, updateChatRoom } from '#features/chat/contract.ts'
import { CHAT_EVENTS, CHAT_SERVICES, type ChatEvent, type ChatService, SERVICE_NAMES } from '#features/chat/shared.ts'
import css from '../space-settings.module.css'
import type { RoomTask } from './room-columns.tsx'

interface RoomDialogsProps {
  task: RoomTask
  spaceKey: string
  hosts: readonly string[]
  onChanged: () => Promise<void>
  onClose: () => void
}

/** The dialog of an action on a chat room. */
export default function RoomDialogs({ task, ...props }: RoomDialogsProps) {
  if (task.kind === 'create') return <RoomDialog {...props} />
  if (task.kind === 'edit') return <RoomDialog {...props} room={task.room} />
  if (task.kind === 'test') return null
  const { id, name } = task.room
  return (
    <ConfirmDialog
      title={t('Remove {{name}}?', { name })}
      confirmLabel={t('Remove')}
      isDangerous
      onClose={props.onClose}
      onConfirm={async () => {
        await call(deleteChatRoom, { params: { key: props.spaceKey, roomId: id } })
        await props.onChanged()
        showSuccess(t('{{name}} is no longer told', { name }))
      }}
    >
      <p>{t('Messages that were sent stay in the room.')}</p>
    </ConfirmDialog>
  )
}

/** The service that was chosen last on this device. */
const lastService = new PersistableField('chat.service', { value: 'slack' })
const FIRST_EVENTS: readonly ChatEvent[] = ['page.created', 'blogpost.created', 'comment.created']

function RoomDialog({
  spaceKey,
  hosts,
  room,
  onChanged,
  onClose,
}: Omit<RoomDialogsProps, 'task'> & { room?: ChatRoom }) {
  const { values, field } = useFields({ name: room?.name ?? '', url: '' })
  const [service, setService] = useState<ChatService>(() => room?.service ?? serviceOf(lastService.restore().value))
  const [events, setEvents] = useState<readonly ChatEvent[]>(room?.events ?? FIRST_EVENTS)
  const [isActive, setActive] = useState(room?.isActive ?? true)
  const save = useAction(async () => {
    const { name, url } = values
    const body = { name, service, events: [...events], isActive }
    // An empty field leaves the stored address as it is.
    await (room
      ? call(updateChatRoom, {
          params: { key: spaceKey, roomId: room.id },
          body: url === '' ? body : { ...body, url },
        })
      : call(createChatRoom, { params: { key: spaceKey }, body: { ...body, url } }))
    lastService.persist({ value: service })
    await onChanged()
    showSuccess(room ? t('{{name}} was changed', { name }) : t('{{name}} is told from now on', { name }))
    onClose()
  })
  return (
    <FormDialog
      title={room ? t('Edit {{name}}', { name: room.name }) : t('Add a room')}
      submitLabel={room ? t('Save') : t('Add')}
      action={save}
      fields={['name', 'url', 'events']}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        {...field('name', save)}
        description={t('Such as the name of the room.')}
        maxLength={100}
      />
      <Select
        label={t('Service')}
        options={CHAT_SERVICES.map(id => ({ id, label: SERVICE_NAMES[id] }))}
        value={service}
        onChange={id => setService(serviceOf(id))}
      />
      <TextField
        label={t('Address of the incoming webhook')}
        type="url"
        isRequired={!room}
        autoComplete="off"
        {...field('url', save)}
        placeholder="https://"
        description={
          room
            ? t('Leave this empty to keep the address. It is not shown, since everyone who knows it can write there.')
            : t('On one of these hosts: {{hosts}}', { hosts: hosts.join(', ') })
        }
        maxLength={2000}
      />
      <EventChoice chosen={events} onChange={setEvents} error={save.fieldError('events')} />
      <Checkbox isSelected={isActive} onChange={setActive}>
        {t('Send messages')}
      </Checkbox>
    </FormDialog>
  )
}

function serviceOf(id: unknown): ChatService {
  return CHAT_SERVICES.find(service => service === id) ?? 'slack'
}

function EventChoice({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly ChatEvent[]
  onChange: (chosen: readonly ChatEvent[]) => void
  error: string | undefined
}) {
  const names = Object.keys(CHAT_EVENTS) as ChatEvent[]
  return (
    <fieldset className={css.choices}>
      <legend>{t('Events')}</legend>
      {names.map(event => (
        <Checkbox
          key={event}
          isSelected={chosen.includes(event)}
          onChange={isOn => onChange(names.filter(name => (name === event ? isOn : chosen.includes(name))))}
        >
          {t(CHAT_EVENTS[event])}
        </Checkbox>
      ))}
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
