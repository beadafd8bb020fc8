import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  templateForm,
  updateTemplate,
  type Template,
} from '../contract.ts'
import { MAX_TEMPLATE_DESCRIPTION, MAX_TEMPLATE_NAME } from '../shared.ts'
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

interface DialogProps {
  spaceKey?: string | undefined
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Reads the text, which the list does not have. */
function EditDialog({ id, ...props }: DialogProps & { id: string }) {
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

const FIELDS = ['name', 'description', 'labels', 'body']

function TemplateDialog({ template, spaceKey, onChanged, onClose }: DialogProps & { template?: Template }) {
  const { values, field } = useFields({
    name: template?.name ?? '',
    description: template?.description ?? '',
    label: template?.labels.map(({ label }) => label).join(' ') ?? '',
    body: template?.body?.storage.value ?? '',
  })
  const { name, description } = values
  const save = useAction(async () => {
    const labels = values.label.split(/[\s,]+/).flatMap(label => (label === '' ? [] : [{ name: label }]))
    const body = { storage: { value: values.body, representation: 'storage' } }
    const input = { name, description, labels, body, ...(spaceKey === undefined ? {} : { space: { key: spaceKey } }) }
    await elevated(() =>
      template
        ? call(updateTemplate, { body: { ...input, templateId: template.templateId } })
        : call(createTemplate, { body: input }),
    )
    await onChanged()
    showSuccess(template ? t('{{name}} was changed', { name }) : t('{{name}} was created', { name }))
    onClose()
  })
  return (
    <FormDialog
      title={template ? t('Edit template') : t('Create template')}
      submitLabel={template ? t('Save') : t('Create template')}
      action={save}
      fields={FIELDS}
      onClose={onClose}
      width={840}
    >
      <TextField
        label={t('Name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        maxLength={MAX_TEMPLATE_NAME}
        {...field('name', save)}
      />
      <TextField
        label={t('Description')}
        autoComplete="off"
        maxLength={MAX_TEMPLATE_DESCRIPTION}
        {...field('description', save)}
      />
      <TextField
        label={t('Labels')}
        autoComplete="off"
        description={t('Pages from the template get them. Separate them by blanks.')}
        {...field('label', save)}
      />
      <div className={css.source}>
        <TextArea
          label={t('Text')}
          rows={12}
          spellCheck="false"
          description={t(
            'In storage format. Write <at:var at:name="…" /> for what is asked of the author each time; <at:declarations> says how it is asked.',
          )}
          {...field('body', save)}
        />
      </div>
    </FormDialog>
  )
}

function DeleteDialog({ template, onChanged, onClose }: DialogProps & { template: Template }) {
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
