import Search from 'lucide-react/icons/search'
import css from './SearchField.module.css'

export interface SearchFieldProps {
  /** Accessible name, also shown while it is empty. */
  label: string
  value: string
  onChange: (text: string) => void
}

/** Narrows the list below it as one types. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className={css.field}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
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
          }
        }}
      />
    </div>
  )
}
