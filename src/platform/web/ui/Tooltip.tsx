import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import css from './Tooltip.module.css'

/** Rest of the pointer before a tooltip shows. */
const DELAY_MS = 500

export interface TooltipProps {
  content: ReactNode
  placement?: 'top' | 'bottom' | 'start' | 'end'
  /** A React Aria button or link, or anything inside `Focusable`. */
  children: ReactElement
}

/** A few words about a control, after 500 ms of rest or at keyboard focus. Never the only place of a fact. */
export function Tooltip({ content, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={DELAY_MS} closeDelay={100}>
      {children}
      <AriaTooltip className={css.tooltip} placement={placement} offset={6}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
