import type { ReactNode } from 'react'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import './fields.css'
import { ROVING, useRoving } from './useRoving.ts'

export interface ToggleOption<Id extends string> {
  id: Id
  label: string
  /** 16 px. */
  icon: ReactNode
  shortcut?: string
}

export interface TogglesProps<Id extends string> {
  label: string
  options: readonly ToggleOption<Id>[]
  /** Several for independent switches. */
  pressed: readonly Id[]
  onPress: (id: Id) => void
  isDisabled?: boolean
}

/** A group of toggle buttons. */
export function Toggles<Id extends string>({ label, options, pressed, onPress, isDisabled }: TogglesProps<Id>) {
  const group = useRoving<HTMLDivElement>()
  return (
    <div ref={group} className="ox-de-toggles" role="group" aria-label={label}>
      {options.map(option => (
        <IconButton
          key={option.id}
          label={option.label}
          {...(option.shortcut ? { shortcut: option.shortcut } : {})}
          aria-pressed={pressed.includes(option.id)}
          isActive={pressed.includes(option.id)}
          isDisabled={isDisabled ?? false}
          onPress={() => onPress(option.id)}
          {...rovingProps}
        >
          {option.icon}
        </IconButton>
      ))}
    </div>
  )
}

/** React Aria passes on only known attributes. */
const rovingProps = { 'data-roving': ROVING['data-roving'], excludeFromTabOrder: true } as const
