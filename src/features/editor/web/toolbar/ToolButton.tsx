import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Tooltip } from '#platform/web/ui/Tooltip.tsx'
import { isMac } from '#platform/web/shortcuts/is-mac.ts'

export interface ToolButtonProps {
  label: string
  keys?: string
  isActive?: boolean
  isDisabled?: boolean
  onPress: () => void
  children: ReactNode
}

/** Icon button of the toolbar. Leaves the focus in the text. */
export function ToolButton({ label, keys, isActive = false, isDisabled = false, onPress, children }: ToolButtonProps) {
  return (
    <Tooltip
      content={
        keys ? (
          <>
            {label} <kbd>{keyNames(keys)}</kbd>
          </>
        ) : (
          label
        )
      }
    >
      <ToggleButton
        className="ox-tool"
        aria-label={label}
        isSelected={isActive}
        isDisabled={isDisabled}
        onChange={onPress}
        preventFocusOnPress
      >
        {children}
      </ToggleButton>
    </Tooltip>
  )
}

/** Display form of a shortcut: `Mod-Shift-8` → `Ctrl+Shift+8`. */
export function keyNames(keys: string): string {
  const mac = isMac()
  return keys
    .split('-')
    .map(key =>
      key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key === 'Alt' && mac ? '⌥' : key.length === 1 ? key.toUpperCase() : key,
    )
    .join(mac ? '' : '+')
}

export function MenuButton({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <Tooltip content={label}>
      <Button className={`ox-tool ox-tool-menu ${className ?? ''}`} aria-label={label}>
        {children}
      </Button>
    </Tooltip>
  )
}
