import Pipette from 'lucide-react/icons/pipette'
import { useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { t } from '#platform/web/i18n.ts'
import { Popover } from '#platform/web/ui/Popover.tsx'
import type { Colour } from '#diagrams/model/document.ts'
import { colourIn, nameOf, PALETTES, recentColours, rememberColour } from './colours.ts'
import './fields.css'
import './colours.css'
import { ROVING, useRoving } from './useRoving.ts'

export interface ColourFieldProps {
  /** Accessible name: what is coloured. */
  label: string
  /** `none` where there is none; null where several colours meet. */
  value: Colour | 'none' | null
  /** @param isSliding the chooser is still open: what follows is the same step of undo */
  onChange: (colour: Colour | 'none', isSliding: boolean) => void
  /** Offers to have none. */
  canBeNone?: boolean
  isDisabled?: boolean
}

/** A button in the colour that holds; it opens the palettes, the colours used last and a chooser for any other. */
export function ColourField({ label, value, onChange, canBeNone, isDisabled }: ColourFieldProps) {
  const said = value === null ? t('Mixed') : sayColour(value)
  return (
    <Popover
      label={label}
      width={284}
      trigger={
        <AriaButton className="ox-de-opener ox-de-colour" aria-label={`${label}: ${said}`} isDisabled={isDisabled ?? false}>
          <Swatch colour={value} />
          <span>{said}</span>
        </AriaButton>
      }
    >
      <Chooser value={value} canBeNone={canBeNone ?? false} onChange={onChange} />
    </Popover>
  )
}

/** Name of a colour for readers: that of the palettes, or its digits. */
export function sayColour(colour: Colour | 'none'): string {
  if (colour === 'none') return t('None')
  const name = nameOf(colour)
  return name === null ? colour.toUpperCase() : t(name)
}

/** A colour as a small square. */
export function Swatch({ colour }: { colour: Colour | 'none' | null }) {
  return (
    <span
      className="ox-de-swatch"
      aria-hidden="true"
      data-kind={colour === null ? 'mixed' : colour === 'none' ? 'none' : 'colour'}
      style={colour !== null && colour !== 'none' ? { '--colour': colour } : {}}
    />
  )
}

interface ChooserProps {
  value: Colour | 'none' | null
  canBeNone: boolean
  onChange: (colour: Colour | 'none', isSliding: boolean) => void
}

function Chooser({ value, canBeNone, onChange }: ChooserProps) {
  const grid = useRoving<HTMLDivElement>()
  const [typed, setTyped] = useState<string | null>(null)
  const [recent, setRecent] = useState(recentColours)
  const slid = useRef<Colour | null>(null)
  const own = value !== null && value !== 'none' ? value : '#0c686b'
  const take = (colour: Colour) => {
    rememberColour(colour)
    setRecent(recentColours())
    onChange(colour, false)
  }
  const settle = () => {
    const colour = typed === null ? null : colourIn(typed)
    setTyped(null)
    if (colour !== null) take(colour)
  }
  const button = (colour: Colour | 'none', name: string, key: string) => (
    <button
      key={key}
      type="button"
      className="ox-de-colour-item"
      aria-label={name}
      title={name}
      aria-pressed={value === colour}
      onClick={() => (colour === 'none' ? onChange('none', false) : take(colour))}
      {...ROVING}
    >
      <Swatch colour={colour} />
    </button>
  )
  return (
    <div>
      <div ref={grid}>
        {canBeNone && (
          <button type="button" className="ox-de-colour-none" aria-pressed={value === 'none'} onClick={() => onChange('none', false)} {...ROVING}>
            <Swatch colour="none" /> {t('None')}
          </button>
        )}
        {PALETTES.map(palette => (
          <div key={palette.name} className="ox-de-colour-row" role="group" aria-label={t(palette.name)}>
            {palette.colours.map(({ colour }) => button(colour, sayColour(colour), colour))}
          </div>
        ))}
        {recent.length > 0 && (
          <>
            <p className="ox-de-colour-title" aria-hidden="true">
              {t('Recent')}
            </p>
            <div className="ox-de-colour-row" role="group" aria-label={t('Recent')}>
              {recent.map(colour => button(colour, colour.toUpperCase(), `recent ${colour}`))}
            </div>
          </>
        )}
      </div>
      <div className="ox-de-colour-own">
        <label className="ox-de-colour-any" title={t('Choose any colour')}>
          <Pipette size={16} strokeWidth={1.75} aria-hidden />
          <input
            type="color"
            aria-label={t('Choose any colour')}
            value={own.slice(0, 7)}
            onChange={event => {
              const colour = colourIn(event.target.value)
              if (!colour) return
              slid.current = colour
              onChange(colour, true)
            }}
            onBlur={() => {
              if (slid.current) rememberColour(slid.current)
              slid.current = null
              setRecent(recentColours())
            }}
          />
        </label>
        <input
          aria-label={t('Colour in digits')}
          placeholder={value === null ? t('Mixed') : '#RRGGBB'}
          maxLength={9}
          spellCheck={false}
          autoComplete="off"
          value={typed ?? (value === null || value === 'none' ? '' : value.toUpperCase())}
          onChange={event => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={event => {
            if (event.key === 'Enter') settle()
          }}
        />
      </div>
    </div>
  )
}
