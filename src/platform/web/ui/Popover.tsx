import type { ReactElement, ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { cx } from './cx.ts'
import list from './Listbox.module.css'
import css from './Popover.module.css'

export interface PopoverProps {
  trigger: ReactElement
  label: string
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top' | 'end' | 'start'
  /** Px; default: content. */
  width?: number
  /** Below 640 px at the bottom of the window, in its whole width. */
  isSheet?: boolean
  isOpen?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** Non-modal popover; closes on Escape, blur and outside press. */
export function Popover({
  trigger,
  label,
  placement = 'bottom start',
  width,
  isSheet,
  children,
  ...state
}: PopoverProps) {
  return (
    <DialogTrigger {...state}>
      {trigger}
      <AriaPopover
        className={cx(list.popover, isSheet && css.sheet)}
        placement={placement}
        offset={6}
        style={width ? { width } : {}}
      >
        <Dialog className={css.content} aria-label={label}>
          {({ close }) => <>{typeof children === 'function' ? children(close) : children}</>}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
