import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import css from './Field.module.css'

/** What every field has around its control. */
export interface FieldProps {
  label: string
  /** A line below the control that helps to fill it. */
  description?: ReactNode
  /** What is wrong with the value and how to mend it. */
  error?: string | undefined
  isRequired?: boolean
}

/** The label of a form field; says where an answer is required. */
export function FieldLabel({ label, isRequired }: { label: string; isRequired?: boolean | undefined }) {
  return (
    <Label className={css.label}>
      {label}
      {isRequired && (
        <span className={css.required} aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </Label>
  )
}

/** Description, or the error in its place when there is one. */
export function FieldNotes({ description, error }: Pick<FieldProps, 'description' | 'error'>) {
  return (
    <>
      {description && !error && (
        <Text slot="description" className={css.description}>
          {description}
        </Text>
      )}
      <FieldErrorText error={error} />
    </>
  )
}

/** The error of a field: ours, or what the browser says of a required or mistyped value. */
export function FieldErrorText({ error }: { error?: string | undefined }) {
  return (
    <AriaFieldError className={css.error}>
      {({ validationErrors }) => (
        <>
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>{error ?? validationErrors.join(' ')}</span>
        </>
      )}
    </AriaFieldError>
  )
}
