import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from './cx.ts'
import css from './IconButton.module.css'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  /** Accessible name, also the tooltip. */
  label: string
  /** Keys of its shortcut, shown in the tooltip. */
  shortcut?: string
  size?: 'normal' | 'small'
  /** Drawn as switched on: a watched page, a pressed tool. */
  isActive?: boolean
  placement?: 'top' | 'bottom' | 'start' | 'end'
  className?: string
  /** The icon, 16 or 20 px. */
  children: ReactNode
}

/** A button that is an icon alone. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, size = 'normal', isActive, placement, className, children, ...rest } = props
  const content = shortcut ? (
    <>
      {label} <kbd>{shortcut}</kbd>
    </>
  ) : (
    label
  )
  return (
    <Tooltip content={content} {...(placement ? { placement } : {})}>
      <AriaButton
        {...rest}
        aria-label={label}
        className={cx(css.button, className)}
        data-size={size}
        data-active={isActive || undefined}
      >
        {children}
      </AriaButton>
    </Tooltip>
  )
}
