import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { type Column, Table } from '#platform/web/ui/Table.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import {
  createCustomApp,
  deleteCustomApp,
  getNavigation,
  listCustomApps,
  updateCustomApp,
  type CustomApp,
} from '../contract.ts'
import { LinkActions } from './LinkActions.tsx'

type Task = { kind: 'create' } | { kind: 'edit' | 'delete'; entry: CustomApp }

/** Which linked applications and shortcuts the app switcher shows. */
export default function NavigatorScreen() {
  const invalidate = useInvalidate()
  const entries = useEndpoint(listCustomApps, {}, { staleTime: 0 })
  const [task, setTask] = useState<Task>()
  const changed = async () => {
    await Promise.all([invalidate(listCustomApps), invalidate(getNavigation)])
  }
  const hide = useAction(async ({ id, hide: isHidden }: CustomApp) => {
    await elevated(() => call(updateCustomApp, { params: { entryId: id }, body: { hide: !isHidden } }))
    await changed()
  })
  const close = () => setTask(undefined)
  const add = <CreateButton onPress={() => setTask({ kind: 'create' })}>{t('Add a shortcut')}</CreateButton>
  return (
    <PageFrame
      title={t('Customize navigator')}
      breadcrumbs={[{ label: t('Administration'), href: '/admin' }]}
      width="wide"
      article={false}
    >
      <p>{t('Entries of the app switcher at the top left.')}</p>
      <Toolbar actions={add} />
      {hide.error && <Banner tone="danger" title={hide.error.message} />}
      <Loaded answer={entries} failure={t('The shortcuts could not be read')} skeleton={4}>
        {rows => (
          <Table
            label={t('Customize navigator')}
            rows={rows}
            rowKey={entry => entry.id}
            columns={columns(setTask, entry => void hide.run(entry))}
            empty={<p>{t('No shortcuts yet')}</p>}
          />
        )}
      </Loaded>
      {task?.kind === 'create' && <EntryDialog onChanged={changed} onClose={close} />}
      {task?.kind === 'edit' && <EntryDialog entry={task.entry} onChanged={changed} onClose={close} />}
      {task?.kind === 'delete' && (
        <ConfirmDialog
          title={t('Remove {{name}}?', { name: task.entry.displayName })}
          confirmLabel={t('Remove')}
          isDangerous
          onClose={close}
          onConfirm={async () => {
            await elevated(() => call(deleteCustomApp, { params: { linkId: task.entry.id } }))
            await changed()
          }}
        >
          <p>{t('It is no longer in the app switcher.')}</p>
        </ConfirmDialog>
      )}
    </PageFrame>
  )
}

function columns(onTask: (task: Task) => void, onHide: (entry: CustomApp) => void): Column<CustomApp>[] {
  return [
    { id: 'name', header: t('Name'), isRowHeader: true, cell: ({ displayName }) => displayName },
    { id: 'url', header: t('Address'), cell: ({ url }) => url },
    {
      id: 'groups',
      header: t('Seen by'),
      cell: ({ allowedGroups, hide }) =>
        hide ? t('nobody') : allowedGroups.length === 0 ? t('everybody') : allowedGroups.join(', '),
    },
    {
      id: 'actions',
      header: t('Actions'),
      isHeaderHidden: true,
      align: 'end',
      cell: entry => (
        <>
          <Button size="small" onPress={() => onHide(entry)}>
            {entry.hide ? t('Show') : t('Hide')}
          </Button>
          {entry.editable && (
            <LinkActions
              name={entry.displayName}
              onEdit={() => onTask({ kind: 'edit', entry })}
              onRemove={() => onTask({ kind: 'delete', entry })}
            />
          )}
        </>
      ),
    },
  ]
}

const FIELDS = ['displayName', 'url', 'allowedGroups']

function EntryDialog({
  entry,
  onChanged,
  onClose,
}: {
  entry?: CustomApp
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { values, field } = useFields({
    displayName: entry?.displayName ?? '',
    url: entry?.url ?? '',
    allowedGroups: entry?.allowedGroups.join(', ') ?? '',
  })
  const save = useAction(async () => {
    const allowedGroups = values.allowedGroups
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '')
    const body = { ...values, allowedGroups }
    await elevated<unknown>(() =>
      entry ? call(updateCustomApp, { params: { entryId: entry.id }, body }) : call(createCustomApp, { body }),
    )
    await onChanged()
    onClose()
  })
  return (
    <FormDialog
      title={entry ? t('Edit {{name}}', { name: entry.displayName }) : t('Add a shortcut')}
      submitLabel={entry ? t('Save') : t('Add')}
      action={save}
      fields={FIELDS}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextField label={t('Name')} isRequired autoFocus {...field('displayName', save)} maxLength={100} />
      <TextField label={t('Address')} isRequired {...field('url', save)} maxLength={1000} placeholder="https://" />
      <TextField
        label={t('Groups')}
        {...field('allowedGroups', save)}
        description={t('Names of the groups that see it, with commas between them. Empty: everybody.')}
      />
    </FormDialog>
  )
}
