import { type FormEvent, type ReactNode, useId } from 'react'
import type { Action } from '../form.ts'
import { t } from '../i18n.ts'
import { Button, ButtonRow } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import css from './FormDialog.module.css'

export interface FormDialogProps {
  title: string
  submitLabel: string
  /** What Enter and the button do. */
  action: Action<[]>
  /** Fields that show their own errors; all others show at the foot. */
  fields?: readonly string[]
  onClose: () => void
  /** `danger` where what it does cannot be undone. */
  tone?: 'normal' | 'danger'
  width?: number
  children: ReactNode
}

/** A dialog with a form: Enter sends it; what the server refuses shows at its field. */
export function FormDialog({ title, submitLabel, action, fields = [], onClose, tone = 'normal', width, children }: FormDialogProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog is drawn elsewhere, but its events go up to the form around the place it is written in.
    event.stopPropagation()
    void action.run()
  }
  const error = action.formError(...fields)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isDismissable={false}
      {...(width ? { width } : {})}
      footer={
        <ButtonRow align="end">
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} type="submit" form={id} isPending={action.isPending}>
            {submitLabel}
          </Button>
        </ButtonRow>
      }
    >
      <form id={id} className={css.form} onSubmit={submit} onInput={action.reset}>
        {children}
        {error && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  )
}
