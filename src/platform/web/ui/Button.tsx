import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { t } from '../i18n.ts'
import css from './Button.module.css'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'default' | 'subtle' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  variant?: ButtonVariant
  /** `small` is 28 px high, for dense places. */
  size?: 'normal' | 'small'
  /** An icon before the label, 16 px. */
  icon?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * A button with words. While `isPending` it keeps its width and the focus, and does nothing when pressed; the
 * spinner shows after 300 ms.
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
  children: ReactNode
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function LinkButton({ variant = 'default', size = 'normal', icon, className, children, ...props }: LinkButtonProps) {
  return (
    <a {...props} className={cx(css.button, className)} data-variant={variant} data-size={size}>
      <span className={css.content}>
        {icon}
        <span className={css.label}>{children}</span>
      </span>
    </a>
  )
}

/** Buttons side by side; on narrow screens they wrap. */
export function ButtonRow({ align = 'start', children }: { align?: 'start' | 'end'; children: ReactNode }) {
  return (
    <div className={css.row} data-align={align}>
      {children}
    </div>
  )
}
