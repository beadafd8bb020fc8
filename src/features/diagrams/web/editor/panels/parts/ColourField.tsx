import Pipette from 'lucide-react/icons/pipette'
import { useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { t } from '#platform/web/i18n.ts'
import { Popover } from '#platform/web/ui/Popover.tsx'
import type { Colour } from '#diagrams/model/document.ts'
import { colourIn, nameOf, PALETTES, recentColours, storeRecentColour } from './colours.ts'
import './fields.css'
import './colours.css'
import { ROVING, useRoving } from './useRoving.ts'

export interface ColourFieldProps {
  /** Accessible name. */
  label: string
  /** `none` for no colour; null for mixed ones. */
  value: Colour | 'none' | null
  /** @param isSliding more changes follow in the same step of undo */
  onChange: (colour: Colour | 'none', isSliding: boolean) => void
  /** Offers `none`. */
  canBeNone?: boolean
  isDisabled?: boolean
}

/** A button with the current colour that opens palettes, recent colours and a picker. */
export function ColourField({ label, value, onChange, canBeNone, isDisabled }: ColourFieldProps) {
  const said = value === null ? t('Mixed') : colourLabel(value)
  return (
    <Popover
      label={label}
      width={284}
      trigger={
        <AriaButton
          className="ox-de-opener ox-de-colour"
          aria-label={`${label}: ${said}`}
          isDisabled={isDisabled ?? false}
        >
          <Swatch colour={value} />
          <span>{said}</span>
        </AriaButton>
      }
    >
      <Chooser value={value} canBeNone={canBeNone ?? false} onChange={onChange} />
    </Popover>
  )
}

/** Name of a palette colour, or its digits. */
export function colourLabel(colour: Colour | 'none'): string {
  if (colour === 'none') return t('None')
  const name = nameOf(colour)
  return name === null ? colour.toUpperCase() : t(name)
}

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
  const [recent, setRecent] = useState(recentColours)
  const remember = (colour: Colour) => {
    storeRecentColour(colour)
    setRecent(recentColours())
  }
  const choose = (colour: Colour | 'none') => {
    if (colour !== 'none') remember(colour)
    onChange(colour, false)
  }
  const button = (colour: Colour, name: string, key: string) => (
    <button
      key={key}
      type="button"
      className="ox-de-colour-item"
      aria-label={name}
      title={name}
      aria-pressed={value === colour}
      onClick={() => choose(colour)}
      {...ROVING}
    >
      <Swatch colour={colour} />
    </button>
  )
  return (
    <div>
      <div ref={grid}>
        {canBeNone && (
          <button
            type="button"
            className="ox-de-colour-none"
            aria-pressed={value === 'none'}
            onClick={() => choose('none')}
            {...ROVING}
          >
            <Swatch colour="none" /> {t('None')}
          </button>
        )}
        {PALETTES.map(palette => (
          <div key={palette.name} className="ox-de-colour-row" role="group" aria-label={t(palette.name)}>
            {palette.colours.map(({ colour }) => button(colour, colourLabel(colour), colour))}
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
        <ColourPicker value={value} onSlide={colour => onChange(colour, true)} onSettle={remember} />
        <ColourDigits value={value} onChoose={choose} />
      </div>
    </div>
  )
}

interface ColourPickerProps {
  value: Colour | 'none' | null
  onSlide: (colour: Colour) => void
  onSettle: (colour: Colour) => void
}

/** The browser's own picker, which reports every colour that the pointer slides over. */
function ColourPicker({ value, onSlide, onSettle }: ColourPickerProps) {
  const last = useRef<Colour | null>(null)
  const shown = value !== null && value !== 'none' ? value : '#0c686b'
  return (
    <label className="ox-de-colour-any" title={t('Choose any colour')}>
      <Pipette />
      <input
        type="color"
        aria-label={t('Choose any colour')}
        value={shown.slice(0, 7)}
        onChange={event => {
          const colour = colourIn(event.target.value)
          if (!colour) return
          last.current = colour
          onSlide(colour)
        }}
        onBlur={() => {
          if (last.current) onSettle(last.current)
          last.current = null
        }}
      />
    </label>
  )
}

function ColourDigits({ value, onChoose }: Pick<ColourPickerProps, 'value'> & { onChoose: (colour: Colour) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    const colour = typed === null ? null : colourIn(typed)
    setTyped(null)
    if (colour !== null) onChoose(colour)
  }
  return (
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
  )
}
