import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { t } from '#platform/web/i18n.ts'
import './fields.css'
import { Row } from './Row.tsx'

export interface ChoiceProps<Id extends string> {
  label: string
  /** The label is only the accessible name. */
  isLabelHidden?: boolean
  options: readonly { id: Id; label: string }[]
  /** Null for mixed values. */
  value: Id | null
  onChange: (id: Id) => void
  isDisabled?: boolean
}

/** A native select, for keys and touch everywhere. */
export function Choice<Id extends string>({
  label,
  isLabelHidden,
  options,
  value,
  onChange,
  isDisabled,
}: ChoiceProps<Id>) {
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
      <ChevronsUpDown size={12} strokeWidth={2} />
    </span>
  )
  if (isLabelHidden) return list
  return <Row label={label}>{list}</Row>
}
