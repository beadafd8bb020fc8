import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { getSiteSettings, type SiteSettings } from '../contract.ts'
import { updateSiteSettings, type FormField } from '../settings-contract.ts'

const MEGABYTE = 1024 * 1024
/** Controls that show an error beside their field. */
const TYPED: ReadonlySet<string> = new Set(['text', 'date', 'megabytes', 'number'])

export interface SettingsFormProps {
  fields: readonly FormField[]
  settings: SiteSettings
}

/** Form of a section of the general settings, as features have declared it. */
export function SettingsForm({ fields, settings }: SettingsFormProps) {
  const setAnswer = useSetAnswer(getSiteSettings)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(
      fields.map(({ name, control }) => [
        name,
        control.kind === 'megabytes' ? String(Math.round(Number(settings[name]) / MEGABYTE)) : settings[name],
      ]),
    ),
  )
  const save = useAction(async () => {
    const body = Object.fromEntries(fields.map(({ name, control }) => [name, sentValue(control.kind, values[name])]))
    setAnswer(await elevated(() => call(updateSiteSettings, { body })))
    showSuccess(t('The settings were saved'))
  })
  const typed = fields.filter(({ control: { kind } }) => TYPED.has(kind))
  return (
    <ActionForm action={save} fields={typed.map(({ name }) => name)}>
      {fields.map(field => (
        <SettingControl
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={value => setValues(before => ({ ...before, [field.name]: value }))}
          error={save.fieldError(field.name)}
        />
      ))}
    </ActionForm>
  )
}

interface SettingControlProps {
  field: FormField
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
}

function SettingControl({ field: { label, help, control }, value, onChange, error }: SettingControlProps) {
  const common = { label, description: help, onChange }
  switch (control.kind) {
    case 'switch':
      return (
        <Checkbox isSelected={value === true} onChange={onChange} {...(help && { description: help })}>
          {label}
        </Checkbox>
      )
    case 'text':
      return (
        <TextField
          {...common}
          isRequired={control.isOptional !== true}
          value={String(value)}
          error={error}
          maxLength={control.maximum}
        />
      )
    case 'date':
      return <TextField {...common} type="date" value={String(value)} error={error} />
    case 'megabytes':
      return (
        <TextField
          {...common}
          isRequired={control.isRequired === true}
          inputMode="decimal"
          value={String(value)}
          error={error}
          maxLength={12}
        />
      )
    case 'number':
      return (
        <TextField
          {...common}
          isRequired
          inputMode="numeric"
          value={String(value)}
          error={error}
          maxLength={String(control.maximum).length}
        />
      )
    case 'choice':
      return <Select {...common} value={String(value)} options={control.options} />
    case 'parts': {
      const off = value as readonly string[]
      return control.options.map(({ id, label: part }) => (
        <Checkbox
          key={id}
          isSelected={!off.includes(id)}
          onChange={isOn => onChange(isOn ? off.filter(other => other !== id) : [...off, id])}
        >
          {part}
        </Checkbox>
      ))
    }
  }
}

/** Value of a field as the call takes it. */
function sentValue(kind: FormField['control']['kind'], value: unknown): unknown {
  if (kind === 'megabytes') return bytesOf(String(value))
  return kind === 'number' ? Number(value) : value
}

/** Bytes of a number of megabytes, as an administrator types it. */
function bytesOf(megabytes: string): number {
  return Math.round(Number(megabytes.replace(',', '.')) * MEGABYTE)
}
