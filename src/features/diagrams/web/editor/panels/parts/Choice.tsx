import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { t } from '#platform/web/i18n.ts'
import './fields.css'

export interface ChoiceProps<Id extends string> {
  label: string
  /** Accessible name alone; the label stands nowhere. */
  isLabelHidden?: boolean
  options: readonly { id: Id; label: string }[]
  /** Null where several values meet. */
  value: Id | null
  onChange: (id: Id) => void
  isDisabled?: boolean
}

/** One of a few, as the system's own list: it works by keys and touch everywhere. */
export function Choice<Id extends string>({ label, isLabelHidden, options, value, onChange, isDisabled }: ChoiceProps<Id>) {
  const list = (
    <span className="ox-de-select ox-de-grow">
      <select
        aria-label={label}
        value={value ?? ''}
        disabled={isDisabled}
        onChange={event => {
          const chosen = options.find(({ id }) => id === event.target.value)
          if (chosen) onChange(chosen.id)
        }}
      >
        {value === null && <option value="">{t('Mixed')}</option>}
        {options.map(option => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown size={12} strokeWidth={2} aria-hidden />
    </span>
  )
  if (isLabelHidden) return list
  return (
    <div className="ox-de-row">
      <span className="ox-de-row-label" aria-hidden="true">
        {label}
      </span>
      {list}
    </div>
  )
}
