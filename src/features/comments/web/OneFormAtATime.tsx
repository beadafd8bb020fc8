import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { LazyConfirmDialog } from '#platform/web/ui/LazyConfirmDialog.tsx'
import { OneForm } from './one-form.ts'

/** Confirms before a form with unsent text is replaced by another. */
export function OneFormAtATime({ children }: { children: ReactNode }) {
  const held = useRef<Parameters<OneForm['hold']>[0]>(undefined)
  const [waiting, setWaiting] = useState<{ open: () => void }>()
  const isGranted = useRef(false)
  const [granted, setGranted] = useState<{ open: () => void }>()
  // Focus outside the dialog must wait until it has closed.
  useEffect(() => {
    if (!granted) return
    held.current?.close()
    granted.open()
  }, [granted])
  const gate = useMemo<OneForm>(
    () => ({
      begin(open) {
        if (held.current?.isDirty()) {
          isGranted.current = false
          setWaiting({ open })
          return
        }
        held.current?.close()
        open()
      },
      hold(form) {
        held.current = form
        return () => {
          if (held.current === form) held.current = undefined
        }
      },
    }),
    [],
  )
  return (
    <OneForm value={gate}>
      {children}
      {waiting && (
        <DiscardDialog
          onConfirm={() => {
            isGranted.current = true
          }}
          onClose={() => {
            setWaiting(undefined)
            if (isGranted.current) setGranted(waiting)
          }}
        />
      )}
    </OneForm>
  )
}

export function DiscardDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  return (
    <LazyConfirmDialog
      title={t('Your comment will be lost.')}
      confirmLabel={t('Discard')}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('Your text has not been sent.')}</p>
    </LazyConfirmDialog>
  )
}
