import { type ReactNode, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { type Action, useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Checkbox, RadioGroup } from '#platform/web/ui/Choices.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { type CreateField, createIssues, listFields, listTypes } from '../contract.ts'
import { CREATE_ISSUE, MOST_DESCRIPTION, MOST_ISSUES, MOST_SUMMARY } from '../shared.ts'
import { type Column, summaryOf } from './column.ts'
import css from './CreateIssueDialog.module.css'
import { FieldControl, type FieldValue } from './FieldControl.tsx'
import { ProjectField } from './ProjectField.tsx'
import { finish, placeOf } from './finish.ts'
import type { IssueSource } from './state.ts'

interface IssueFormProps {
  source: IssueSource
  site: { id: string; name: string; displayUrl: string }
  onClose: () => void
  children: ReactNode
}

/** The form of new issues: one of the selected text, or one of each cell of its column. */
export function IssueForm({ source, site, onClose, children }: IssueFormProps) {
  const [project, setProject] = useState<string | null>(null)
  const [chosenType, setType] = useState<string>()
  const [isColumn, setColumn] = useState(false)
  const [values, setValues] = useState<Values>({})
  const { values: texts, field } = useFields({ summary: summaryOf(source.text), description: '' })
  const canPlace = source.kind === 'page' && source.mayEdit && source.found !== undefined
  const [isShown, setShown] = useState(canPlace)
  const { known, issueTypeId, form, isLoading, failure } = useTypes(site.id, project, chosenType)
  const column = source.kind === 'page' ? source.column : undefined
  const action = useAction(async () => {
    if (project === null || issueTypeId === undefined || !form.data) return
    const place = isShown ? placeOf(source, isColumn) : undefined
    const created = await call(createIssues, {
      params: { applicationId: site.id },
      body: {
        projectKey: project,
        issueTypeId,
        issues:
          isColumn && column
            ? column.cells.map(({ row, text }) => ({ summary: text, row }))
            : [{ summary: texts.summary }],
        description: texts.description,
        values: Object.fromEntries(form.data.fields.map(({ id }) => [id, values[id] ?? ''])),
        ...(place && { place }),
      },
    })
    finish(source, site, created)
    if (source.kind === 'editor') onClose()
  })
  const fields = form.data?.fields ?? []
  return (
    <FormDialog
      title={t(CREATE_ISSUE.label)}
      submitLabel={t('Create')}
      action={action}
      fields={['description', 'issues.0.summary', ...fields.map(({ id }) => `values.${id}`)]}
      onClose={onClose}
    >
      {children}
      <ProjectField applicationId={site.id} value={project} onChange={setProject} />
      {known.length > 0 && (
        <Select
          label={t('Type')}
          options={known.map(({ id, name }) => ({ id, label: name }))}
          value={issueTypeId ?? null}
          onChange={setType}
          isRequired
        />
      )}
      {column && <ColumnChoice count={column.cells.length} isColumn={isColumn} onChange={setColumn} />}
      {isColumn && column ? (
        <Summaries column={column} />
      ) : (
        <TextField
          label={t('Summary')}
          {...field('summary', action)}
          error={action.fieldError('issues.0.summary')}
          maxLength={MOST_SUMMARY}
          isRequired
        />
      )}
      {form.data && form.data.description !== 'none' && (
        <TextArea
          label={t('Description')}
          {...field('description', action)}
          maxLength={MOST_DESCRIPTION}
          isRequired={form.data.description === 'required'}
        />
      )}
      <Fields fields={fields} values={values} action={action} onChange={setValues} />
      <Shown source={source} canPlace={canPlace} isShown={isShown} onChange={setShown} />
      {isLoading && <p role="status">{t('Loading…')}</p>}
      {failure && <p role="alert">{failure.message}</p>}
    </FormDialog>
  )
}

/** The types of a project, the chosen one or the first, and its fields. */
function useTypes(applicationId: string, project: string | null, chosen: string | undefined) {
  const inProject = { applicationId, projectKey: project ?? '' }
  const types = useEndpoint(listTypes, { params: inProject }, { enabled: project !== null })
  const known = types.data?.types ?? []
  const issueTypeId = (known.find(({ id }) => id === chosen) ?? known[0])?.id
  const form = useEndpoint(
    listFields,
    { params: { ...inProject, issueTypeId: issueTypeId ?? '' } },
    { enabled: issueTypeId !== undefined },
  )
  return {
    known,
    issueTypeId,
    form,
    isLoading: (project !== null && types.isPending) || (issueTypeId !== undefined && form.isPending),
    failure: types.error ?? form.error,
  }
}

function Summaries({ column }: { column: Column }) {
  return (
    <ol className={css.summaries} aria-label={t('Summaries')}>
      {column.cells.map(({ row, text }) => (
        <li key={row}>{text}</li>
      ))}
    </ol>
  )
}

type Values = Readonly<Record<string, FieldValue>>

interface FieldsProps {
  fields: readonly CreateField[]
  values: Values
  action: Pick<Action<[]>, 'fieldError'>
  onChange: (change: (before: Values) => Values) => void
}

function Fields({ fields, values, action, onChange }: FieldsProps) {
  return fields.map(each => (
    <FieldControl
      key={each.id}
      field={each}
      value={values[each.id]}
      error={action.fieldError(`values.${each.id}`)}
      onChange={value => onChange(before => ({ ...before, [each.id]: value }))}
    />
  ))
}

interface ShownProps {
  source: IssueSource
  canPlace: boolean
  isShown: boolean
  onChange: (isShown: boolean) => void
}

function Shown({ source, canPlace, isShown, onChange }: ShownProps) {
  if (source.kind === 'editor') return null
  if (!canPlace) return <p>{notShown(source.mayEdit)}</p>
  return (
    <Checkbox isSelected={isShown} onChange={onChange}>
      {t('Show in the page beside the text')}
    </Checkbox>
  )
}

function notShown(mayEdit: boolean): string {
  return mayEdit
    ? t('The page does not show the issue, because the text comes from elsewhere.')
    : t('The page does not show the issue, because you may not edit it.')
}

interface ColumnChoiceProps {
  count: number
  isColumn: boolean
  onChange: (isColumn: boolean) => void
}

function ColumnChoice({ count, isColumn, onChange }: ColumnChoiceProps) {
  const isTooMany = count > MOST_ISSUES
  return (
    <RadioGroup
      label={t('Issues')}
      value={isColumn ? 'column' : 'one'}
      onChange={id => onChange(id === 'column')}
      options={[
        { id: 'one', label: t('One of the selected text') },
        {
          id: 'column',
          label: t('One of each cell of the column ({{count}})', { count }),
          isDisabled: isTooMany,
          ...(isTooMany && { description: t('At most {{most}} issues are created at once.', { most: MOST_ISSUES }) }),
        },
      ]}
    />
  )
}
