import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from './cx.ts'
import css from './IconButton.module.css'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string
  /** Shown in the tooltip. */
  shortcut?: string
  size?: 'normal' | 'small'
  /** Toggled on. */
  isActive?: boolean
  placement?: 'top' | 'bottom' | 'start' | 'end'
  className?: string
  /** 16 or 20 px icon. */
  children: ReactNode
}

/** Icon-only button. */
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
