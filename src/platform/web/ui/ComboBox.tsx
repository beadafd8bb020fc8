import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { t } from '../i18n.ts'
import css from './Field.module.css'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'
import list from './Listbox.module.css'
import { type Option, OptionItem } from './Select.tsx'

export interface ComboBoxProps extends FieldProps {
  options: readonly Option[]
  value: string | null
  onChange: (id: string | null) => void
  /** Typed text: set both where the server filters; else the list filters itself. */
  inputValue?: string
  onInputChange?: (text: string) => void
  placeholder?: string
  isLoading?: boolean
  /** Accepts text that matches no option. */
  allowsCustomValue?: boolean
  isDisabled?: boolean
  /** Shows no list before something is typed. */
  opensByTyping?: boolean
  name?: string
  /** Called while the list of options is scrolled. */
  onListScroll?: (list: HTMLElement) => void
}

/** Combo box with one selection. */
export function ComboBox(props: ComboBoxProps) {
  const {
    label,
    description,
    error,
    options,
    value,
    onChange,
    placeholder,
    isLoading,
    onListScroll,
    opensByTyping,
    ...rest
  } = props
  const filteredByServer = props.onInputChange !== undefined
  return (
    <AriaComboBox
      {...rest}
      className={css.field}
      isInvalid={error !== undefined}
      selectedKey={value}
      onSelectionChange={key => onChange(key === null ? null : String(key))}
      {...(filteredByServer ? { items: options } : { defaultItems: options })}
      allowsEmptyCollection
      // A field that is filled needs no list until its text changes.
      menuTrigger={opensByTyping || props.inputValue ? 'input' : 'focus'}
    >
      <FieldLabel label={label} isRequired={props.isRequired} />
      <Group className={css.control}>
        <Input placeholder={placeholder} />
        <Button className={css.open}>
          <ChevronDown />
        </Button>
      </Group>
      <FieldNotes description={description} error={error} />
      <Popover className={list.popover} offset={4}>
        <ListBox<Option>
          className={list.list}
          {...(onListScroll ? { onScroll: event => onListScroll(event.currentTarget) } : {})}
          renderEmptyState={() => <div className={list.empty}>{isLoading ? t('Searching…') : t('No matches')}</div>}
        >
          {option => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
