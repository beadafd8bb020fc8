import { useId, useRef, useState, type PointerEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import './fields.css'
import { numberIn } from './number-in.ts'

export interface NumberBoxProps {
  label: string
  /** Prefix: a letter or an icon. Dragging it sideways changes the value. */
  mark?: React.ReactNode
  /** Null for mixed values. */
  value: number | null
  onChange: (value: number, isSliding: boolean) => void
  min?: number
  max?: number
  /** Of the arrow keys; tenfold with Shift. */
  step?: number
  unit?: string
  isDisabled?: boolean
}

/** A number field: typed, also as an expression such as `120/2`, stepped by the arrow keys, or slid by its mark. */
export function NumberBox({
  label,
  mark,
  value,
  onChange,
  min = -Infinity,
  max = Infinity,
  step = 1,
  unit,
  isDisabled,
}: NumberBoxProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const slide = useRef<{ x: number; from: number } | null>(null)
  const shown = typed ?? (value === null ? '' : `${round(value)}${unit ?? ''}`)
  const give = (next: number, isSliding = false) => {
    const clamped = round(Math.min(max, Math.max(min, next)))
    if (clamped !== (value === null ? null : round(value))) onChange(clamped, isSliding)
  }
  const settle = () => {
    const next = typed === null ? null : numberIn(typed)
    setTyped(null)
    if (next !== null) give(next)
  }
  const onSlide = (event: PointerEvent) => {
    if (!slide.current) return
    const steps = Math.round((event.clientX - slide.current.x) / 3)
    if (steps !== 0) give(slide.current.from + steps * step * (event.shiftKey ? 10 : 1), true)
  }
  return (
    <span className="ox-de-number" data-disabled={isDisabled || undefined}>
      <label
        htmlFor={id}
        onPointerDown={event => {
          if (value === null || isDisabled || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          slide.current = { x: event.clientX, from: value }
        }}
        onPointerMove={onSlide}
        onPointerUp={() => (slide.current = null)}
        onPointerCancel={() => (slide.current = null)}
      >
        <span className="ox-visually-hidden">{label}</span>
        {mark !== undefined && <span aria-hidden="true">{mark}</span>}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        disabled={isDisabled}
        placeholder={value === null ? t('Mixed') : undefined}
        value={shown}
        onChange={event => setTyped(event.target.value)}
        onFocus={event => event.target.select()}
        onBlur={settle}
        onKeyDown={event => {
          const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (event.key === 'Enter') settle()
          else if (event.key === 'Escape' && typed !== null) setTyped(null)
          else if (direction !== 0) {
            const from = (typed === null ? value : numberIn(typed)) ?? 0
            setTyped(null)
            give(from + direction * step * (event.shiftKey ? 10 : 1), true)
          } else return
          event.preventDefault()
        }}
      />
    </span>
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
