import type { ReactElement, ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import list from './Listbox.module.css'
import css from './Popover.module.css'

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Accessible name of what opens. */
  label: string
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top' | 'end' | 'start'
  /** Width in px; default: what the content needs. */
  width?: number
  isOpen?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A small window at a button: not modal, closes on Escape and when the focus or a press leaves it. */
export function Popover({ trigger, label, placement = 'bottom start', width, children, ...state }: PopoverProps) {
  return (
    <DialogTrigger {...state}>
      {trigger}
      <AriaPopover className={list.popover} placement={placement} offset={6} style={width ? { width } : {}}>
        <Dialog className={css.content} aria-label={label}>
          {({ close }) => <>{typeof children === 'function' ? children(close) : children}</>}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
