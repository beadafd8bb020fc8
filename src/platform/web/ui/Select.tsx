import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { t } from '../i18n.ts'
import css from './Field.module.css'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'
import list from './Listbox.module.css'

export interface Option {
  id: string
  label: string
  description?: string
  icon?: ReactNode
  isDisabled?: boolean
}

export interface SelectProps extends FieldProps {
  options: readonly Option[]
  /** Option id; null for none. */
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
  isDisabled?: boolean
  name?: string
  /** For selects that a table's heading labels. */
  isLabelHidden?: boolean
}

/** Select for short lists; beyond fifteen options use ComboBox. */
export function Select(props: SelectProps) {
  const { label, description, error, options, value, onChange, placeholder, isLabelHidden, ...rest } = props
  return (
    <AriaSelect
      {...rest}
      className={css.field}
      isInvalid={error !== undefined}
      value={value}
      onChange={key => {
        if (key !== null) onChange(String(key))
      }}
      placeholder={placeholder ?? t('Choose…')}
    >
      <FieldLabel label={label} isRequired={props.isRequired} isHidden={isLabelHidden} />
      <Button className={css.control}>
        <SelectValue className={css.value}>
          {({ selectedText, defaultChildren, isPlaceholder }) => (
            <span className={isPlaceholder ? css.placeholder : undefined}>{selectedText || defaultChildren}</span>
          )}
        </SelectValue>
        <ChevronDown />
      </Button>
      <FieldNotes description={description} error={error} />
      <Popover className={list.popover} offset={4}>
        <ListBox className={list.list} items={options}>
          {option => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

/** List option, shared with ComboBox. */
export function OptionItem({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      className={list.item}
      {...(option.isDisabled ? { isDisabled: true } : {})}
    >
      {({ isSelected }) => (
        <>
          {option.icon}
          <span className={list.text}>
            {option.label}
            {option.description && <small>{option.description}</small>}
          </span>
          {isSelected && <Check className={list.check} />}
        </>
      )}
    </ListBoxItem>
  )
}
