import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import css from './Tooltip.module.css'

/** Hover time. */
const DELAY_MS = 500

export interface TooltipProps {
  content: ReactNode
  placement?: 'top' | 'bottom' | 'start' | 'end'
  /** React Aria button or link, or anything inside `Focusable`. */
  children: ReactElement
}

/** Tooltip after 500 ms of hover or on keyboard focus; never the only source of information. */
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
