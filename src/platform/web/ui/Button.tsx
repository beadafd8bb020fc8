import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { t } from '../i18n.ts'
import css from './Button.module.css'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'default' | 'subtle' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  variant?: ButtonVariant
  /** `small`: 28 px high. */
  size?: 'normal' | 'small'
  icon?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * Labelled button. While `isPending` it stays focusable, keeps its width and ignores presses; the spinner shows after
 * 300 ms.
 */
export function Button({ variant = 'default', size = 'normal', icon, className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={cx(css.button, className)} data-variant={variant} data-size={size}>
      {({ isPending }) => (
        <>
          <span className={css.content}>
            {icon}
            <span className={css.label}>{children}</span>
          </span>
          {isPending && (
            <span className={css.pending}>
              <Spinner label={t('Working…')} />
            </span>
          )}
        </>
      )}
    </AriaButton>
  )
}

export interface LinkButtonProps {
  href: string
  variant?: ButtonVariant
  size?: 'normal' | 'small'
  icon?: ReactNode
  id?: string
  className?: string
  /** Opens a new tab. */
  isExternal?: boolean
  children: ReactNode
}

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

/** Link styled as a button. */
export function LinkButton({
  variant = 'default',
  size = 'normal',
  icon,
  className,
  isExternal,
  children,
  ...props
}: LinkButtonProps) {
  return (
    <a
      {...props}
      {...(isExternal ? NEW_TAB : {})}
      className={cx(css.button, className)}
      data-variant={variant}
      data-size={size}
    >
      <span className={css.content}>
        {icon}
        <span className={css.label}>{children}</span>
      </span>
    </a>
  )
}

/** Wrapping row of buttons. */
export function ButtonRow({ align = 'start', children }: { align?: 'start' | 'end'; children: ReactNode }) {
  return (
    <div className={css.row} data-align={align}>
      {children}
    </div>
  )
}
