import { type RefObject, useEffect, useRef } from 'react'
import { closePanels } from '../shell/panels.ts'
import { restoreFocus } from './focus-restore.ts'

const FIELD = ':is(input, textarea, [aria-haspopup=listbox]):not([hidden], [type=hidden], [disabled])'

/**
 * Focus of every dialog over the page: takes it unless something inside has it, and gives it back.
 *
 * React Aria takes the focus too, but after a focus that no key or pointer moved, as by a menu that closes, it first
 * waits for all transitions of the page; and of one that is cancelled it may never see the end.
 * @param toField gives it to the first field inside, if there is one
 * @returns ref of the element with the role
 */
export function useModalFocus(toField = false): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null)
  useEffect(() => {
    // Native popovers would cover the dialog.
    closePanels()
    const field = toField ? dialog.current?.querySelector<HTMLElement>(FIELD) : undefined
    if (field) field.focus({ preventScroll: true })
    else if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus({ preventScroll: true })
    return restoreFocus
  }, [toField])
  return dialog
}
