import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import { deleteTemplate, getTemplate, listTemplates, templateForm, type Template } from '../contract.ts'
import { TemplateDialog, type TemplateDialogProps } from './TemplateDialog.tsx'
import css from './templates.module.css'

type Task = { kind: 'create' } | { kind: 'edit' | 'delete'; template: Template }

/** The templates of a space, or of the site, for who may change them. */
export default function TemplatesManager({ spaceKey }: { spaceKey?: string }) {
  const [task, setTask] = useState<Task>()
  const list = usePaged(listTemplates, { query: spaceKey === undefined ? {} : { spaceKey } }, { staleTime: 0 })
  const invalidate = useInvalidate()
  const close = () => setTask(undefined)
  const onChanged = () => invalidate(listTemplates, getTemplate, templateForm)
  return (
    <>
      <Toolbar
        actions={<CreateButton onPress={() => setTask({ kind: 'create' })}>{t('Create template')}</CreateButton>}
      />
      <TableListing
        list={list}
        label={t('Templates')}
        failure={t('The templates could not be read')}
        rowKey={template => template.templateId}
        columns={columns(setTask)}
        empty={
          <EmptyState title={t('No templates yet')}>
            <p>{t('A template is a text that pages begin with. “Create” offers it.')}</p>
          </EmptyState>
        }
      />
      {task?.kind === 'create' && <TemplateDialog spaceKey={spaceKey} onChanged={onChanged} onClose={close} />}
      {task?.kind === 'edit' && (
        <EditDialog id={task.template.templateId} spaceKey={spaceKey} onChanged={onChanged} onClose={close} />
      )}
      {task?.kind === 'delete' && <DeleteDialog template={task.template} onChanged={onChanged} onClose={close} />}
    </>
  )
}

function columns(onTask: (task: Task) => void): Column<Template>[] {
  return [
    {
      id: 'name',
      header: t('Name'),
      isRowHeader: true,
      cell: ({ name, description, labels }) => (
        <>
          {name}
          {description !== '' && <span className={css.sub}>{description}</span>}
          {labels.length > 0 && <span className={css.sub}>{labels.map(({ label }) => label).join(', ')}</span>}
        </>
      ),
    },
    {
      id: 'actions',
      header: t('Actions'),
      isHeaderHidden: true,
      align: 'end',
      width: '3rem',
      cell: template => (
        <Menu
          label={t('Actions')}
          trigger={
            <IconButton label={t('Actions for {{name}}', { name: template.name })} size="small">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem label={t('Edit')} onAction={() => onTask({ kind: 'edit', template })} />
          <MenuSeparator />
          <MenuItem label={t('Delete')} isDangerous onAction={() => onTask({ kind: 'delete', template })} />
        </Menu>
      ),
    },
  ]
}

/** Reads the text, which the list does not have. */
function EditDialog({ id, ...props }: TemplateDialogProps & { id: string }) {
  const template = useEndpoint(getTemplate, { params: { templateId: id } }, { staleTime: 0 })
  if (template.data) return <TemplateDialog template={template.data} {...props} />
  return (
    <Dialog title={t('Edit template')} onClose={props.onClose}>
      <Loaded answer={template} failure={t('The template could not be read')}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function DeleteDialog({ template, onChanged, onClose }: TemplateDialogProps & { template: Template }) {
  const { name, templateId } = template
  return (
    <ConfirmDialog
      title={t('Delete {{name}}?', { name })}
      confirmLabel={t('Delete template')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await elevated(() => call(deleteTemplate, { params: { templateId } }))
        await onChanged()
        showSuccess(t('{{name}} was deleted', { name }))
      }}
    >
      <p>{t('Pages that began with it stay as they are.')}</p>
    </ConfirmDialog>
  )
}
