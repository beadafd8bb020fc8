import { type FormEvent, type ReactNode, useId } from 'react'
import type { Action } from '../form.ts'
import { Dialog, DialogFooter } from './Dialog.tsx'
import css from './FormDialog.module.css'

export interface FormDialogProps {
  title: string
  submitLabel: string
  /** Run by Enter and the button. */
  action: Action<[]>
  /** Fields with their own errors; others show at the foot. */
  fields?: readonly string[]
  onClose: () => void
  /** `danger` for irreversible actions. */
  tone?: 'normal' | 'danger'
  width?: number
  children: ReactNode
}

export function FormDialog({
  title,
  submitLabel,
  action,
  fields = [],
  onClose,
  tone = 'normal',
  width,
  children,
}: FormDialogProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble from portals to outer forms.
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
        <DialogFooter
          onCancel={onClose}
          variant={tone === 'danger' ? 'danger' : 'primary'}
          type="submit"
          form={id}
          isPending={action.isPending}
        >
          {submitLabel}
        </DialogFooter>
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
