import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import type { CreateField } from '../contract.ts'

export type FieldValue = string | string[]

interface FieldControlProps {
  field: CreateField
  value: FieldValue | undefined
  error: string | undefined
  onChange: (value: FieldValue) => void
}

/** Longer choices are searched. */
const MOST_SELECT = 15

/** The control of a field that Jira requires. */
export function FieldControl({ field: { name, kind, options }, value, error, onChange }: FieldControlProps) {
  const text = typeof value === 'string' ? value : ''
  const usual = { label: name, error, isRequired: true }
  const choices = options.map(option => ({ id: option.id, label: option.name }))
  switch (kind) {
    case 'other':
      return (
        <p role="alert">
          {t('The field {{field}} can be filled in by Jira alone. Create the issue there.', { field: name })}
        </p>
      )
    case 'choice':
      return options.length > MOST_SELECT ? (
        <ComboBox {...usual} options={choices} value={text || null} onChange={id => onChange(id ?? '')} />
      ) : (
        <Select {...usual} options={choices} value={text || null} onChange={onChange} />
      )
    case 'choices': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <fieldset>
          <legend>{name}</legend>
          {options.map(option => (
            <Checkbox
              key={option.id}
              isSelected={chosen.includes(option.id)}
              onChange={isChosen =>
                onChange(isChosen ? [...chosen, option.id] : chosen.filter(each => each !== option.id))
              }
            >
              {option.name}
            </Checkbox>
          ))}
          {error !== undefined && <ErrorText error={new Error(error)} />}
        </fieldset>
      )
    }
    case 'paragraph':
      return <TextArea {...usual} value={text} onChange={onChange} />
    default:
      return (
        <TextField
          {...usual}
          value={text}
          onChange={onChange}
          type={kind === 'date' ? 'date' : 'text'}
          {...(kind === 'number' && { inputMode: 'decimal' as const })}
          {...(kind === 'labels' && { description: t('Separated by spaces or commas.') })}
        />
      )
  }
}
