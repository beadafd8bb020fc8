import { Input } from 'react-aria-components/Input'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import css from './Field.module.css'
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx'

type Base = Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> & FieldProps

export interface TextFieldProps extends Base {
  placeholder?: string
  /** For fields that a table's heading labels. */
  isLabelHidden?: boolean
}

export function TextField({ label, description, error, placeholder, isLabelHidden, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} className={css.field} isInvalid={error !== undefined}>
      <FieldLabel label={label} isRequired={props.isRequired} isHidden={isLabelHidden} />
      <Input className={css.input} placeholder={placeholder} />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}

export interface TextAreaProps extends Base {
  placeholder?: string
  rows?: number
}

export function TextArea({ label, description, error, placeholder, rows = 3, ...props }: TextAreaProps) {
  return (
    <AriaTextField {...props} className={css.field} isInvalid={error !== undefined}>
      <FieldLabel label={label} isRequired={props.isRequired} />
      <AriaTextArea className={css.input} data-multiline placeholder={placeholder} rows={rows} />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}
