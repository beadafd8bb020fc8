import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { cx } from '#platform/web/ui/cx.ts'
import { listPins, type PlacedPin, type PreviewFile } from '../../contract.ts'
import css from './pins.module.css'
import { NEW_PIN_HELP, type Pinning, type Point, type Writing } from './usePinning.ts'

/** How far an arrow key moves a pin, and with Shift, as fractions of the picture. */
const STEP = 0.01
const LARGE_STEP = 0.1
const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface PinnedPictureProps {
  file: PreviewFile
  pinning: Pinning
  /** Whether a click on the picture begins a comment. */
  isOpen: boolean
  /** The picture. */
  children: ReactNode
}

/** A picture with the pins of its comments over it. */
export function PinnedPicture({ file, pinning, isOpen, children }: PinnedPictureProps) {
  const pins = useEndpoint(listPins, { params: { id: file.id, version: file.version } })
  const { writing } = pinning
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!isOpen || !(event.target instanceof HTMLImageElement)) return
    const box = event.target.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return
    pinning.place({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height })
  }
  return (
    // By keys, the toolbar begins a comment on a point.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div className={css.picture} data-open={isOpen || undefined} onClick={onClick}>
      {children}
      {(pins.data?.results ?? []).map(pin => (
        <PinButton
          key={pin.commentId}
          pin={pin}
          isSelected={pin.commentId === pinning.selected?.id}
          onPress={() => pinning.select(pin.commentId)}
        />
      ))}
      {writing?.kind === 'pin' && <NewPin writing={writing} pinning={pinning} />}
    </div>
  )
}

function placeOf({ x, y }: Point): CSSProperties {
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}

interface PinButtonProps {
  pin: PlacedPin
  isSelected: boolean
  onPress: () => void
}

function PinButton({ pin, isSelected, onPress }: PinButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isSelected])
  return (
    <button
      ref={element}
      type="button"
      className={css.pin}
      style={placeOf(pin)}
      aria-label={t('Pin {{number}}', { number: pin.number })}
      aria-pressed={isSelected}
      onClick={onPress}
    >
      {pin.number}
    </button>
  )
}

/** The pin of a comment that is being written: arrow keys move it until Enter places it. */
function NewPin({ writing, pinning }: { writing: Extract<Writing, { kind: 'pin' }>; pinning: Pinning }) {
  const element = useRef<HTMLButtonElement>(null)
  const { isPlaced } = writing
  useEffect(() => {
    if (!isPlaced) element.current?.focus()
  }, [isPlaced])
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    if (direction) {
      const step = event.shiftKey ? LARGE_STEP : STEP
      pinning.move({ x: writing.x + direction.x * step, y: writing.y + direction.y * step })
      element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (event.key === 'Escape' && !isPlaced) pinning.stop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      ref={element}
      type="button"
      className={cx(css.pin, css.isNew)}
      style={placeOf(writing)}
      aria-label={t('Point of the new comment, {{x}} % from the left, {{y}} % from the top', {
        x: Math.round(writing.x * 100),
        y: Math.round(writing.y * 100),
      })}
      aria-describedby={isPlaced ? undefined : NEW_PIN_HELP}
      onKeyDown={onKeyDown}
      onClick={() => pinning.place(writing)}
    >
      +
    </button>
  )
}
