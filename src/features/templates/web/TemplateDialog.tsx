import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { createTemplate, updateTemplate, type Template } from '../contract.ts'
import { MAX_TEMPLATE_DESCRIPTION, MAX_TEMPLATE_NAME } from '../shared.ts'
import css from './templates.module.css'

const FIELDS = ['name', 'description', 'labels', 'body']

export interface TemplateDialogProps {
  spaceKey?: string | undefined
  onChanged: () => Promise<void>
  onClose: () => void
}

/** First values of a new template. */
interface FirstValues {
  readonly name: string
  readonly labels: readonly string[]
  readonly storage: string
}

/** The form of a template, or of a new one. */
export function TemplateDialog({
  template,
  first,
  spaceKey,
  onChanged,
  onClose,
}: TemplateDialogProps & { template?: Template; first?: FirstValues }) {
  const { values, field } = useFields({
    name: template?.name ?? first?.name ?? '',
    description: template?.description ?? '',
    label: (template?.labels.map(({ label }) => label) ?? first?.labels ?? []).join(' '),
    body: template?.body?.storage.value ?? first?.storage ?? '',
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
