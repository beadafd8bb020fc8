import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from '../router.tsx'

interface TopbarPanelProps {
  /** Id of the button; the panel's is `<id>-panel`. */
  id: string
  /** Accessible name of the button, also its tooltip. */
  label: string
  button: ReactNode
  buttonClass?: string
  side: 'start' | 'end'
  /** Rendered always, so that links with a known id stay in the document. */
  children?: ReactNode | ((close: () => void) => ReactNode)
  /** Rendered only while the panel is open. */
  whileOpen?: (close: () => void) => ReactNode
}

/**
 * A button of the top bar and the panel below it, by the browser's own popover: it works before the app has
 * started (the server's template has the same markup), closes on Escape and outside clicks, and returns the focus.
 */
export function TopbarPanel({ id, label, button, buttonClass, side, children, whileOpen }: TopbarPanelProps) {
  const panelId = `${id}-panel`
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(false)
  const close = () => document.getElementById(panelId)?.hidePopover()
  useEffect(() => document.getElementById(panelId)?.hidePopover(), [panelId, pathname, search])
  return (
    <>
      <button
        type="button"
        id={id}
        className={buttonClass ?? 'ox-icon-button'}
        aria-label={label}
        data-tooltip={label}
        aria-expanded={open}
        popoverTarget={panelId}
      >
        {button}
      </button>
      <div
        id={panelId}
        className={`ox-panel ox-panel-${side}`}
        popover="auto"
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {typeof children === 'function' ? children(close) : children}
        {open && whileOpen?.(close)}
      </div>
    </>
  )
}
