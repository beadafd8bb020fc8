import Search from 'lucide-react/icons/search'
import type { KeyboardEvent } from 'react'
import css from './SearchField.module.css'

export interface SearchFieldProps {
  /** Accessible name and placeholder. */
  label: string
  value: string
  onChange: (text: string) => void
  /** Keys that lead to what was found. */
  onKeyDown?: (event: KeyboardEvent) => void
}

export function SearchField({ label, value, onChange, onKeyDown }: SearchFieldProps) {
  return (
    <div className={css.field}>
      <Search />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            onChange('')
          } else onKeyDown?.(event)
        }}
      />
    </div>
  )
}
