import { useId } from 'react'
import { t } from '#platform/web/i18n.ts'
import './fields.css'

export interface SliderProps {
  label: string
  /** Null for mixed values. */
  value: number | null
  min: number
  max: number
  step?: number
  unit?: string
  /** Called while sliding, in one step of undo. */
  onChange: (value: number) => void
  isDisabled?: boolean
}

export function Slider({ label, value, min, max, step = 1, unit = '', onChange, isDisabled }: SliderProps) {
  const id = useId()
  return (
    <div className="ox-de-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        disabled={isDisabled}
        value={value ?? (min + max) / 2}
        data-mixed={value === null || undefined}
        aria-valuetext={value === null ? t('Mixed') : `${shown(value)}${unit}`}
        style={{ '--share': `${(100 * ((value ?? min) - min)) / (max - min || 1)}%` }}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id}>{value === null ? '–' : `${shown(value)}${unit}`}</output>
    </div>
  )
}

function shown(value: number): number {
  return Math.round(value * 100) / 100
}
