import { type KeyboardEvent, type ReactNode, type ToggleEvent, useState } from 'react'

export interface TopbarPanelProps {
  /** Button id; the panel's is `<id>-panel`. */
  id: string
  /** Accessible name and tooltip. */
  label: string
  button: ReactNode
  buttonClass?: string
  /** Alignment; `here` is below the button, `sidebar` slides in at the start over the whole height. */
  side: 'sidebar' | 'end' | 'here'
  /** False where the button shows its name. */
  tooltip?: boolean
  /** Always rendered, so that links with known ids exist. */
  children?: ReactNode | ((close: () => void) => ReactNode)
  /** Rendered while open. */
  whileOpen?: (close: () => void) => ReactNode
}

/** Top bar button with a native popover: works without script, closes on Escape and outside clicks, restores focus. */
export function TopbarPanel({
  id,
  label,
  button,
  buttonClass,
  side,
  tooltip = true,
  children,
  whileOpen,
}: TopbarPanelProps) {
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
      {/* Arrow keys supplement the entries' own handlers. */}
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

/** Menu-like arrow keys from the button through the entries. */
function moveByArrows(event: KeyboardEvent<HTMLElement>, panelId: string): void {
  const panel = document.getElementById(panelId)
  if (!panel || event.ctrlKey || event.metaKey || event.altKey) return
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return
  const isButton = !panel.contains(event.currentTarget)
  if (isButton && event.key !== 'ArrowDown') return
  if (isButton && !panel.matches(':popover-open')) event.currentTarget.click()
  const entries = [...panel.querySelectorAll<HTMLElement>('.ox-panel-item')].filter(entry => entry.checkVisibility())
  const at = entries.findIndex(entry => entry === document.activeElement)
  // Fields in the panel use these keys themselves.
  if (entries.length === 0 || (!isButton && at < 0)) return
  event.preventDefault()
  const next = { ArrowDown: isButton ? 0 : at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key] ?? 0
  entries.at(next % entries.length)?.focus()
}

/** Positions a panel below its button, within the window. */
function placeBelowButton({ currentTarget: panel }: ToggleEvent<HTMLElement>): void {
  const at = document.querySelector(`[popovertarget="${panel.id}"]`)?.getBoundingClientRect()
  if (!at) return
  const start = document.dir === 'rtl' ? innerWidth - at.right : at.left
  panel.style.insetInlineStart = `max(8px, min(${Math.round(start)}px, 100vw - 17rem - 8px))`
}
