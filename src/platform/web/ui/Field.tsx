import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import css from './Field.module.css'

/** Common field props. */
export interface FieldProps {
  label: string
  /** Help text below the control. */
  description?: ReactNode
  error?: string | undefined
  isRequired?: boolean
}

interface FieldLabelProps {
  label: string
  isRequired?: boolean | undefined
  /** For screen readers alone. */
  isHidden?: boolean | undefined
}

/** Field label with a required mark. */
export function FieldLabel({ label, isRequired, isHidden }: FieldLabelProps) {
  return (
    <Label className={isHidden ? 'ox-visually-hidden' : css.label}>
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

/** Description, or the error instead. */
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

/** Field error: ours or the browser's validation message. */
export function FieldErrorText({ error }: { error?: string | undefined }) {
  return (
    <AriaFieldError className={css.error}>
      {({ validationErrors }) => (
        <>
          <CircleAlert />
          <span>{error ?? validationErrors.join(' ')}</span>
        </>
      )}
    </AriaFieldError>
  )
}
