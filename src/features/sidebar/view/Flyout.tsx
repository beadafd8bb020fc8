import { type ReactNode, type ToggleEvent, useRef, useState } from 'react'

interface FlyoutProps {
  /** Id of the panel; the button's is `<id>-trigger`. */
  id: string
  label: string
  icon: ReactNode
  /** The sidebar is collapsed: the button is its icon alone. */
  collapsed: boolean
  /** Where the panel goes: beside the button, or above it. */
  side: 'beside' | 'above'
  className?: string
  children: (close: () => void) => ReactNode
}

const GAP_PX = 6

/** A button of the sidebar and what flies out of it: not modal, closes on Escape, a press elsewhere and on leaving the page. */
export function Flyout({ id, label, icon, collapsed, side, className = '', children }: FlyoutProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => document.getElementById(id)?.hidePopover()

  /** Set before it shows, so that it does not jump. */
  const place = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current) return
    const at = button.current.getBoundingClientRect()
    const { style } = event.currentTarget
    const inline = document.dir === 'rtl' ? 'right' : 'left'
    const from = document.dir === 'rtl' ? innerWidth - at.right : at.left
    if (side === 'above') {
      style[inline] = `${from}px`
      style.bottom = `${innerHeight - at.top + GAP_PX}px`
    } else {
      style[inline] = `${from + at.width + GAP_PX}px`
      style.top = `${at.top}px`
      style.maxHeight = `${innerHeight - at.top - GAP_PX}px`
    }
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        id={`${id}-trigger`}
        className="ox-side-link"
        aria-expanded={open}
        aria-haspopup="dialog"
        popoverTarget={id}
        {...(collapsed ? { 'data-tip': label } : {})}
      >
        {icon}
        <span>{label}</span>
      </button>
      <div
        id={id}
        className={`ox-panel ox-flyout ${className}`}
        role="dialog"
        aria-label={label}
        popover="auto"
        onBeforeToggle={place}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {open && children(close)}
      </div>
    </>
  )
}
