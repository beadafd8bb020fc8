import Check from 'lucide-react/icons/check'
import type { ReactElement, ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import list from './Listbox.module.css'

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Accessible name of the list. */
  label: string
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  /** Given where something else than the button opens it too. */
  isOpen?: boolean
  onOpenChange?: (open: boolean) => void
  /** `MenuItem`, `MenuSection`, `MenuSeparator`. */
  children: ReactNode
}

/** A button and the list of actions it opens. */
export function Menu({ trigger, label, placement = 'bottom end', children, ...state }: MenuProps) {
  return (
    <MenuTrigger {...state}>
      {trigger}
      <Popover className={list.popover} placement={placement} offset={4}>
        <AriaMenu className={list.list} aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

export interface MenuItemProps {
  id?: string
  label: string
  description?: string
  /** 16 px. */
  icon?: ReactNode
  shortcut?: string
  isDangerous?: boolean
  isDisabled?: boolean
  /** Drawn with a tick: the choice that holds. */
  isChecked?: boolean
  href?: string
  onAction?: () => void
}

/** One entry: an action, or a link. */
export function MenuItem(props: MenuItemProps) {
  const { id, label, description, icon, shortcut, isDangerous, isChecked, href, onAction, isDisabled } = props
  return (
    <AriaMenuItem
      textValue={label}
      className={list.item}
      data-danger={isDangerous || undefined}
      isDisabled={isDisabled ?? false}
      {...(id ? { id } : {})}
      {...(href ? { href } : {})}
      {...(onAction ? { onAction } : {})}
    >
      {icon && <span className={list.icon}>{icon}</span>}
      <span className={list.text}>
        {label}
        {description && <small>{description}</small>}
      </span>
      {shortcut && <kbd>{shortcut}</kbd>}
      {isChecked && <Check size={16} strokeWidth={1.75} className={list.check} aria-hidden />}
    </AriaMenuItem>
  )
}

/** Entries under a heading. */
export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className={list.heading}>{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

/** A line between entries. */
export function MenuSeparator() {
  return <Separator className={list.separator} />
}
