import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { messageOf } from '#platform/message-of.ts'
import { t } from '../i18n.ts'
import { closePanels } from '../shell/panels.ts'
import { Button, ButtonRow } from './Button.tsx'
import css from './Dialog.module.css'
import { bringFocusHome } from './focus-home.ts'
import { IconButton } from './IconButton.tsx'

export interface DialogProps {
  title: string
  /** Called by Escape, the close button and a press beside the dialog. */
  onClose: () => void
  /** Width on a desktop, in px. Below 640 px of the window every dialog is a sheet of full height. */
  width?: number
  /** Height on a desktop, in px; default: what the content needs. */
  height?: number
  /** Buttons at the foot. */
  footer?: ReactNode
  /** A press beside the dialog closes it; default true. Off where typed text would be lost. */
  isDismissable?: boolean
  /** `alertdialog` for what must be answered. */
  role?: 'dialog' | 'alertdialog'
  id?: string
  children: ReactNode
}

/**
 * A window above the page. Render it while it is open: it takes the focus, keeps it inside, closes on Escape and
 * gives the focus back.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, width = 520, height, footer, isDismissable = true, role = 'dialog', id, children } = props
  useEffect(() => {
    // The top bar's panels lie above all else: none stays open over the dialog.
    closePanels()
    return bringFocusHome
  }, [])
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
        <AriaDialog className={css.dialog} role={role} id={id}>
          <header className={css.header}>
            <Heading slot="title" className={css.title}>
              {title}
            </Heading>
            <IconButton label={t('Close this dialog')} onPress={onClose}>
              <X size={20} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </header>
          <div className={css.body}>{children}</div>
          {footer && <footer className={css.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** Words of the button that does it: a verb, "Delete page". */
  confirmLabel: string
  isDangerous?: boolean
  /** May take its time: the button waits, and the dialog closes when it is done. A failure shows in the dialog. */
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Asks once before something that cannot be undone. */
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
        // A dialog must set its first focus: the answer that does no harm.
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
