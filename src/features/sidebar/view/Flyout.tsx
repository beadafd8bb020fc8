import { type ReactNode, type ToggleEvent, useRef, useState } from 'react'

interface FlyoutProps {
  /** Panel id; the button's is `<id>-trigger`. */
  id: string
  label: string
  icon: ReactNode
  collapsed: boolean
  side: 'beside' | 'above'
  className?: string
  children: (close: () => void) => ReactNode
}

const GAP_PX = 6

/** Sidebar button with a non-modal panel; closes on Escape, outside press and navigation. */
export function Flyout({ id, label, icon, collapsed, side, className = '', children }: FlyoutProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => document.getElementById(id)?.hidePopover()

  /** Positioned before it shows. */
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
