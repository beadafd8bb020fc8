import { type KeyboardEvent, type ReactNode, type ToggleEvent, useState } from 'react'

export interface TopbarPanelProps {
  /** Id of the button; the panel's is `<id>-panel`. */
  id: string
  /** Accessible name of the button, also its tooltip. */
  label: string
  button: ReactNode
  buttonClass?: string
  /** Edge of the window at which the panel opens; `here` is below its button. */
  side: 'start' | 'end' | 'here'
  /** False where the button shows its name. */
  tooltip?: boolean
  /** Rendered always, so that links with a known id are in the document. */
  children?: ReactNode | ((close: () => void) => ReactNode)
  /** Rendered only while the panel is open. */
  whileOpen?: (close: () => void) => ReactNode
}

/**
 * A button of the top bar and the panel below it, by the browser's own popover: it works without script, closes on
 * Escape and outside clicks, and returns the focus.
 */
export function TopbarPanel({ id, label, button, buttonClass, side, tooltip = true, children, whileOpen }: TopbarPanelProps) {
  const panelId = `${id}-panel`
  const [isOpen, setOpen] = useState(false)
  const close = () => document.getElementById(panelId)?.hidePopover()
  return (
    <>
      <button
        type="button"
        id={id}
        className={buttonClass ?? 'ox-icon-button'}
        aria-label={label}
        {...(tooltip ? { 'data-tooltip': label } : {})}
        aria-expanded={isOpen}
        popoverTarget={panelId}
        onKeyDown={event => moveByArrows(event, panelId)}
      >
        {button}
      </button>
      {/* The arrows add to what the entries do by themselves. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        id={panelId}
        className={`ox-panel ox-panel-${side}`}
        popover="auto"
        {...(side === 'here' ? { onBeforeToggle: placeBelowButton } : {})}
        onToggle={event => setOpen(event.newState === 'open')}
        onKeyDown={event => moveByArrows(event, panelId)}
      >
        {typeof children === 'function' ? children(close) : children}
        {isOpen && whileOpen?.(close)}
      </div>
    </>
  )
}

/** From the button to the first entry of its panel, and from entry to entry, as in a menu. Tab goes on as everywhere. */
function moveByArrows(event: KeyboardEvent<HTMLElement>, panelId: string): void {
  const panel = document.getElementById(panelId)
  if (!panel || event.ctrlKey || event.metaKey || event.altKey) return
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return
  const isButton = !panel.contains(event.currentTarget)
  if (isButton && event.key !== 'ArrowDown') return
  if (isButton && !panel.matches(':popover-open')) event.currentTarget.click()
  const entries = [...panel.querySelectorAll<HTMLElement>('.ox-panel-item')].filter(entry => entry.checkVisibility())
  const at = entries.findIndex(entry => entry === document.activeElement)
  // A field in the panel has uses of its own for these keys.
  if (entries.length === 0 || (!isButton && at < 0)) return
  event.preventDefault()
  const next = { ArrowDown: isButton ? 0 : at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key] ?? 0
  entries.at(next % entries.length)?.focus()
}

/** Puts a panel below the button that opens it, inside the window. */
function placeBelowButton({ currentTarget: panel }: ToggleEvent<HTMLElement>): void {
  const at = document.querySelector(`[popovertarget="${panel.id}"]`)?.getBoundingClientRect()
  if (!at) return
  const start = document.dir === 'rtl' ? innerWidth - at.right : at.left
  panel.style.insetInlineStart = `max(8px, min(${Math.round(start)}px, 100vw - 17rem - 8px))`
}
