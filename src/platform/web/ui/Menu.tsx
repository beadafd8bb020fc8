import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  RootMenuTriggerStateContext,
  SubmenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import list from './Listbox.module.css'

export interface MenuProps {
  trigger: ReactElement
  /** Accessible name. */
  label: string
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  /** Controlled state. */
  isOpen?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

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

export interface AnchoredMenuProps extends Omit<MenuProps, 'trigger'> {
  /** Element that the menu opens beside, which does not open it by itself. */
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (open: boolean) => void
}

export function AnchoredMenu({ anchor, label, placement = 'bottom start', children, ...state }: AnchoredMenuProps) {
  const root = useMenuTriggerState(state)
  return (
    // Without a trigger the items of a submenu would close nothing but it.
    <RootMenuTriggerStateContext value={root}>
      <Popover className={list.popover} triggerRef={anchor} placement={placement} offset={4} {...state}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as a menu with a trigger does */}
        <AriaMenu className={list.list} aria-label={label} autoFocus="first">
          {children}
        </AriaMenu>
      </Popover>
    </RootMenuTriggerStateContext>
  )
}

/** Item that opens another menu. */
export function Submenu({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <SubmenuTrigger>
      <MenuItem label={label} icon={icon} hasSubmenu />
      <Popover className={list.popover} offset={0}>
        <AriaMenu className={list.list} aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
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
  /** Whether it has a tick; undefined for an item that never has one. */
  isChecked?: boolean
  href?: string
  hasSubmenu?: boolean
  onAction?: () => void
}

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
      {...(isChecked === undefined ? {} : { render: isChecked ? renderTicked : renderUnticked })}
    >
      {icon && <span className={list.icon}>{icon}</span>}
      <span className={list.text}>
        {label}
        {description && <small>{description}</small>}
      </span>
      {shortcut && <kbd>{shortcut}</kbd>}
      {isChecked && <Check className={list.check} />}
      {props.hasSubmenu && <ChevronRight />}
    </AriaMenuItem>
  )
}

type Render = NonNullable<AriaMenuItemProps['render']>
/**
 * React Aria has such a role for what the menu's own selection chooses alone; the ticks of our items are separate
 * states.
 */
const withTick =
  (isChecked: boolean): Render =>
  props =>
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it is among its props
    'href' in props ? <a {...props} /> : <div {...props} role="menuitemcheckbox" aria-checked={isChecked} />
const renderTicked = withTick(true)
const renderUnticked = withTick(false)

export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className={list.heading}>{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

export function MenuSeparator() {
  return <Separator className={list.separator} />
}
