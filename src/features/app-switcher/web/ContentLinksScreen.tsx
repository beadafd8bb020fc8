import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Table } from '#platform/web/ui/Table.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { spaceDetails } from '#features/spaces/contract.ts'
import {
  createContentLink,
  deleteContentLink,
  getLocalShortcuts,
  listContentLinks,
  updateContentLink,
  type ContentLink,
} from '../contract.ts'
import { LinkActions } from './LinkActions.tsx'

type Task = { kind: 'create' } | { kind: 'edit' | 'delete'; link: ContentLink }

/** Links that are related to a space, for its administrators. */
export default function ContentLinksScreen({ search }: ScreenProps) {
  const key = typeof search['entityKey'] === 'string' ? search['entityKey'] : ''
  const invalidate = useInvalidate()
  const space = useEndpoint(spaceDetails, { params: { key } })
  const links = useEndpoint(listContentLinks, { params: { key } }, { staleTime: 0 })
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const changed = async () => {
    await Promise.all([invalidate(listContentLinks), invalidate(getLocalShortcuts)])
  }
  const add = <CreateButton onPress={() => setTask({ kind: 'create' })}>{t('Add a link')}</CreateButton>
  return (
    <PageFrame
      title={t('Customize shortcuts')}
      breadcrumbs={space.data ? [{ label: space.data.name, href: space.data._links.webui }] : []}
      width="wide"
      article={false}
    >
      <p>{t('Links that the app switcher and the related links of this space show to its readers.')}</p>
      <Toolbar actions={add} />
      <Loaded answer={links} failure={t('The shortcuts could not be read')} skeleton={4}>
        {rows => (
          <Table
            label={t('Customize shortcuts')}
            rows={rows}
            rowKey={link => link.id}
            columns={[
              { id: 'label', header: t('Name'), isRowHeader: true, cell: ({ linkLabel }) => linkLabel },
              { id: 'url', header: t('Address'), cell: ({ linkUrl }) => linkUrl },
              { id: 'description', header: t('Description'), cell: ({ description }) => description },
              {
                id: 'actions',
                header: t('Actions'),
                isHeaderHidden: true,
                align: 'end',
                cell: link => (
                  <LinkActions
                    name={link.linkLabel}
                    onEdit={() => setTask({ kind: 'edit', link })}
                    onRemove={() => setTask({ kind: 'delete', link })}
                  />
                ),
              },
            ]}
            empty={<p>{t('No shortcuts yet')}</p>}
          />
        )}
      </Loaded>
      {task?.kind === 'create' && <LinkDialog spaceKey={key} onChanged={changed} onClose={close} />}
      {task?.kind === 'edit' && <LinkDialog spaceKey={key} link={task.link} onChanged={changed} onClose={close} />}
      {task?.kind === 'delete' && (
        <ConfirmDialog
          title={t('Remove {{name}}?', { name: task.link.linkLabel })}
          confirmLabel={t('Remove')}
          isDangerous
          onClose={close}
          onConfirm={async () => {
            await call(deleteContentLink, { params: { key, linkId: task.link.id } })
            await changed()
          }}
        >
          <p>{t('It is no longer among the related links of the space.')}</p>
        </ConfirmDialog>
      )}
    </PageFrame>
  )
}

const FIELDS = ['linkLabel', 'linkUrl', 'description']

function LinkDialog({
  spaceKey: key,
  link,
  onChanged,
  onClose,
}: {
  spaceKey: string
  link?: ContentLink
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { values, field } = useFields({
    linkLabel: link?.linkLabel ?? '',
    linkUrl: link?.linkUrl ?? '',
    description: link?.description ?? '',
  })
  const save = useAction(async () => {
    if (link) await call(updateContentLink, { params: { key, linkId: link.id }, body: values })
    else await call(createContentLink, { params: { key }, body: values })
    await onChanged()
    onClose()
  })
  return (
    <FormDialog
      title={link ? t('Edit {{name}}', { name: link.linkLabel }) : t('Add a link')}
      submitLabel={link ? t('Save') : t('Add')}
      action={save}
      fields={FIELDS}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextField label={t('Name')} isRequired autoFocus {...field('linkLabel', save)} maxLength={100} />
      <TextField label={t('Address')} isRequired {...field('linkUrl', save)} maxLength={1000} placeholder="https://" />
      <TextField label={t('Description')} {...field('description', save)} maxLength={1000} />
    </FormDialog>
  )
}
