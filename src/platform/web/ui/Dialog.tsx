import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { messageOf } from '#platform/message-of.ts'
import { t } from '../i18n.ts'
import { Button, type ButtonProps, ButtonRow } from './Button.tsx'
import css from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { useModalFocus } from './useModalFocus.ts'

export interface DialogProps {
  title: string
  /** Called by Escape, the close button and outside presses. */
  onClose: () => void
  /** Desktop width in px; below 640 px dialogs are full-height sheets. */
  width?: number
  /** Desktop height in px; default: content. */
  height?: number
  footer?: ReactNode
  /** Closes on outside press; default true. Off where text would be lost. */
  isDismissable?: boolean
  /** Gives the focus to the first field. */
  focusesField?: boolean
  role?: 'dialog' | 'alertdialog'
  id?: string
  children: ReactNode
}

/** Modal dialog, open while rendered: traps the focus, closes on Escape, restores the focus. */
export function Dialog(props: DialogProps) {
  const { title, onClose, width = 520, height, footer, isDismissable = true, role = 'dialog', id, children } = props
  const dialog = useModalFocus(props.focusesField)
  return (
    <ModalOverlay
      className={css.overlay}
      isOpen
      isDismissable={isDismissable}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Modal
        className={css.modal}
        style={{ '--width': `${width}px`, ...(height ? { '--height': `${height}px` } : {}) }}
      >
        <AriaDialog ref={dialog} className={css.dialog} role={role} id={id}>
          <header className={css.header}>
            <Heading slot="title" className={css.title}>
              {title}
            </Heading>
            <IconButton label={t('Close this dialog')} onPress={onClose}>
              <X size={20} />
            </IconButton>
          </header>
          <div className={css.body}>{children}</div>
          {footer && <footer className={css.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Footer with Cancel and the dialog's action. */
export function DialogFooter({ onCancel, ...button }: ButtonProps & { onCancel: () => void }) {
  return (
    <ButtonRow align="end">
      <Button onPress={onCancel}>{t('Cancel')}</Button>
      <Button variant="primary" {...button} />
    </ButtonRow>
  )
}

/** The footer of a dialog whose changes are stored at once. */
export function DoneFooter({ onPress }: { onPress: () => void }) {
  return (
    <ButtonRow align="end">
      <Button variant="primary" onPress={onPress}>
        {t('Done')}
      </Button>
    </ButtonRow>
  )
}

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** Verb, "Delete page". */
  confirmLabel: string
  isDangerous?: boolean
  /** The dialog waits, then closes; a failure shows inside. */
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Confirmation before a destructive action. */
export function ConfirmDialog({ title, children, confirmLabel, isDangerous, onConfirm, onClose }: ConfirmDialogProps) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    setPending(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={title}
      role="alertdialog"
      width={440}
      onClose={onClose}
      footer={
        // Initial focus on the harmless answer.
        <ButtonRow align="end">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button onPress={onClose} autoFocus={isDangerous ?? false}>
            {t('Cancel')}
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isPending={pending}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={!isDangerous}
            onPress={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </ButtonRow>
      }
    >
      {children}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
