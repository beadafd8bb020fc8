import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { t } from '#platform/web/i18n.ts'
import { Popover } from '#platform/web/ui/Popover.tsx'
import './fields.css'
import './pictures.css'
import { ROVING, useRoving } from './useRoving.ts'

export interface PictureOption<Id extends string> {
  id: Id
  label: string
  picture: ReactNode
}

export interface PicturesProps<Id extends string> {
  label: string
  options: readonly PictureOption<Id>[]
  /** Null for mixed values. */
  value: Id | null
  onChange: (id: Id) => void
  columns: number
  isDisabled?: boolean
}

/** A choice by pictures, such as line styles and arrowheads. */
export function Pictures<Id extends string>({
  label,
  options,
  value,
  onChange,
  columns,
  isDisabled,
}: PicturesProps<Id>) {
  const chosen = options.find(({ id }) => id === value)
  return (
    <Popover
      label={label}
      trigger={
        <AriaButton
          className="ox-de-opener ox-de-picture"
          aria-label={`${label}: ${chosen?.label ?? t('Mixed')}`}
          isDisabled={isDisabled ?? false}
        >
          {chosen?.picture ?? <span>{t('Mixed')}</span>}
          <ChevronDown size={12} strokeWidth={2} />
        </AriaButton>
      }
    >
      {close => (
        <PictureGrid
          label={label}
          options={options}
          value={value}
          columns={columns}
          onPick={id => {
            onChange(id)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function PictureGrid<Id extends string>({
  label,
  options,
  value,
  columns,
  onPick,
}: Omit<PicturesProps<Id>, 'onChange' | 'isDisabled'> & { onPick: (id: Id) => void }) {
  const grid = useRoving<HTMLDivElement>()
  return (
    <div ref={grid} className="ox-de-pictures" role="group" aria-label={label} style={{ '--columns': columns }}>
      {options.map(option => (
        <button
          key={option.id}
          type="button"
          aria-label={option.label}
          title={option.label}
          aria-pressed={option.id === value}
          onClick={() => onPick(option.id)}
          {...ROVING}
        >
          {option.picture}
        </button>
      ))}
    </div>
  )
}
