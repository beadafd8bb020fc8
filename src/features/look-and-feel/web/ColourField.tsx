import { longForm } from '#platform/contrast.ts'
import { t } from '#platform/web/i18n.ts'
import css from './colours.module.css'
import { isColour } from './contrast.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Colour picker with a hex field. */
export function ColourField({ label, value, onChange }: Props) {
  const isValid = isColour(value)
  return (
    <span className={css.field}>
      <input
        type="color"
        aria-label={label}
        value={isValid ? longForm(value) : '#000000'}
        onChange={event => onChange(event.target.value)}
      />
      <input
        type="text"
        className={css.digits}
        aria-label={t('{{label}}, digits', { label })}
        aria-invalid={!isValid}
        value={value}
        maxLength={8}
        spellCheck={false}
        autoComplete="off"
        onChange={event => onChange(event.target.value)}
      />
    </span>
  )
}
