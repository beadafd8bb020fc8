import { useLayoutEffect } from 'react'
import { t } from '#platform/web/i18n.ts'

interface EarlyKeysProps {
  /** Gives up waiting; the text has the focus again. */
  onCancel: () => void
}

/**
 * Place of a dialog or bar while its code is loaded. It has the focus, so that keys typed meanwhile do not change the
 * text, and its characters are typed into the field that has the focus next.
 */
export function EarlyKeys({ onCancel }: EarlyKeysProps) {
  // The field stays after this place is gone, since the dialog takes the focus later than it is shown.
  useLayoutEffect(() => collectKeys(onCancel), [onCancel])
  return null
}

function collectKeys(cancel: () => void): void {
  const field = document.createElement('input')
  field.className = 'ox-visually-hidden'
  field.ariaLabel = t('Loading…')
  field.addEventListener('keydown', event => {
    if (event.key === 'Escape') cancel()
    if (['Escape', 'Enter', 'Tab'].includes(event.key)) event.preventDefault()
    event.stopPropagation()
  })
  field.addEventListener('blur', () => {
    // A field can select its text when it has the focus.
    queueMicrotask(() => {
      // Another window has the focus.
      if (document.activeElement === field) return
      field.remove()
      if (field.value !== '' && isInDialog(document.activeElement))
        document.execCommand('insertText', false, field.value)
    })
  })
  document.body.append(field)
  field.focus({ preventScroll: true })
}

const isInDialog = (element: Element | null): boolean =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
  element.closest('dialog, [role=dialog], [role=search]') !== null
