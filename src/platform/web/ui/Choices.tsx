import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox'
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'
import css from './Choices.module.css'
import field from './Field.module.css'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'style' | 'children'> {
  children?: ReactNode
  description?: string
}

/** Checkbox; without text it needs an `aria-label`. */
export function Checkbox({ children, description, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={css.choice}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={css.box} aria-hidden="true">
            {isIndeterminate ? <Minus size={12} strokeWidth={3} /> : isSelected && <Check size={12} strokeWidth={3} />}
          </span>
          {children !== undefined && (
            <span>
              {children}
              {description && <small>{description}</small>}
            </span>
          )}
        </>
      )}
    </AriaCheckbox>
  )
}

export interface RadioGroupProps extends FieldProps {
  options: readonly { id: string; label: string; description?: string; isDisabled?: boolean }[]
  value: string | null
  onChange: (id: string) => void
  isDisabled?: boolean
  orientation?: 'vertical' | 'horizontal'
  name?: string
}

export function RadioGroup({ label, description, error, options, ...props }: RadioGroupProps) {
  return (
    <AriaRadioGroup {...props} className={field.field} isInvalid={error !== undefined}>
      <FieldLabel label={label} isRequired={props.isRequired} />
      <div className={css.group} data-orientation={props.orientation ?? 'vertical'}>
        {options.map(option => (
          <Radio key={option.id} value={option.id} className={css.choice} isDisabled={option.isDisabled ?? false}>
            <span className={css.dot} aria-hidden="true" />
            <span>
              {option.label}
              {option.description && <small>{option.description}</small>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes description={description} error={error} />
    </AriaRadioGroup>
  )
}

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'style' | 'children'> {
  children: ReactNode
  description?: string
}

/** Immediate on/off switch. */
export function Switch({ children, description, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={css.choice}>
      <span className={css.track} aria-hidden="true" />
      <span>
        {children}
        {description && <small>{description}</small>}
      </span>
    </AriaSwitch>
  )
}
