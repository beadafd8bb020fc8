import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { useReducer, useState } from 'react'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '#platform/web/i18n.ts'
import { useModalFocus } from '#platform/web/ui/useModalFocus.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import css from './Lightbox.module.css'
import { nextState, type LightboxOptions } from './state.ts'

interface LightboxProps {
  /** Addresses. */
  pictures: readonly string[]
  options: LightboxOptions
  onClose: () => void
}

/** Pictures over the darkened page, one at a time. */
export function Lightbox({ pictures, options, onClose }: LightboxProps) {
  const dialog = useModalFocus()
  const [at, setAt] = useState(0)
  const [state, send] = useReducer(nextState, 'loading')
  const [failed, setFailed] = useState(false)
  const turn = (by: 1 | -1) => {
    setFailed(false)
    setAt((at + by + pictures.length) % pictures.length)
    send('show')
  }
  const { padding, margin, width, height, overlayOpacity, speedIn, changeSpeed } = options
  return (
    <ModalOverlay
      className={css.overlay ?? ''}
      isOpen
      isDismissable
      onOpenChange={open => {
        if (!open) onClose()
      }}
      style={{ padding: margin, '--opacity': overlayOpacity, '--speed-in': `${speedIn}ms` }}
    >
      <Modal className={css.modal ?? ''} style={{ padding, '--change-speed': `${changeSpeed}ms` }}>
        <AriaDialog
          ref={dialog}
          className={css.dialog ?? ''}
          id="fancybox-wrap"
          aria-label={t('Picture')}
          data-state={state}
        >
          {failed ? (
            <p className={css.error} id="fancybox-error" role="alert" style={{ width, height }}>
              {t('The requested content cannot be loaded. Please try again later.')}
            </p>
          ) : (
            <img
              key={at}
              className={css.picture}
              src={pictures[at]}
              alt=""
              onLoad={() => send('loaded')}
              onError={() => {
                setFailed(true)
                send('failed')
              }}
            />
          )}
          {state !== 'open' && (
            <div className={css.waiting}>
              <Spinner label={t('Loading the preview…')} />
            </div>
          )}
          <div className={css.tools}>
            {pictures.length > 1 && (
              <>
                <IconButton label={t('Previous file')} onPress={() => turn(-1)}>
                  <ChevronLeft size={20} />
                </IconButton>
                <IconButton label={t('Next file')} onPress={() => turn(1)}>
                  <ChevronRight size={20} />
                </IconButton>
              </>
            )}
            <IconButton label={t('Close this dialog')} onPress={onClose}>
              <X size={20} />
            </IconButton>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
