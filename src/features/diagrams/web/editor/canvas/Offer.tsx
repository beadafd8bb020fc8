import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import { findShape, searchShapes } from '#diagrams/shapes/library.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import type { Hints } from '../tools/tools.ts'
import { toScreen } from '../scene/camera.ts'
import { ShapeSign } from './ShapeSign.tsx'

/** Size on the screen, px; the height is of three rows and the search. */
const WIDTH = 250
const HEIGHT = 212
const COLUMNS = 6
const AWAY = 12
/** Distance from the edge of the canvas, px. */
const EDGE = 8
const MOST_FOUND = 24

/** Offered shapes: a small picker on the canvas. */
export function Offer() {
  const { tools } = useEditor()
  const { offer } = useSyncExternalStore(tools.subscribe, tools.hints)
  return offer && <Picker key={`${offer.at.x} ${offer.at.y}`} offer={offer} />
}

function Picker({ offer }: { offer: NonNullable<Hints['offer']> }) {
  const editor = useEditor()
  const { tools } = editor
  const camera = useEditorState(state => state.camera)
  const root = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const shapes =
    query.trim() === ''
      ? offer.shapes
      : searchShapes(query, t)
          .map(({ id }) => id)
          .slice(0, MOST_FOUND)
  useEffect(() => {
    root.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const choose = (shape: string | null) => {
    const canvas = root.current?.closest<HTMLElement>('.ox-de-canvas')
    tools.takeOffer?.(shape)
    canvas?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.nativeEvent.isComposing) return
    const search = event.currentTarget.querySelector('input')
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const index = buttons.findIndex(button => button === document.activeElement)
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
    if (event.key === 'Escape' || (event.key === 'Tab' && !event.shiftKey && index < 0)) choose(null)
    else if (index < 0 && event.key === 'ArrowUp') buttons.at(-1)?.focus()
    else if (index < 0 && event.key === 'Enter') {
      if (shapes[0] !== undefined) choose(shapes[0])
    } else if (index < 0) return
    else if (step !== undefined) {
      const next = buttons[index + step]
      if (next) next.focus()
      else if (step > 0) search?.focus()
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // The letter goes into the search.
      search?.focus()
      return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const at = toScreen(camera, offer.at)
  const { width, height } = editor.viewSize
  const isAbove = offer.isAbove || at.y + AWAY + HEIGHT > height
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the elements within
    <div
      ref={root}
      className="ox-de-above ox-de-offer"
      role="dialog"
      aria-label={offer.label}
      tabIndex={-1}
      style={{
        left: Math.max(EDGE, Math.min(at.x - WIDTH / 2, width - WIDTH - EDGE)),
        ...(isAbove ? { bottom: Math.max(EDGE, height - at.y + AWAY) } : { top: Math.max(EDGE, at.y + AWAY) }),
      }}
      onKeyDown={onKeyDown}
    >
      <div className="ox-de-offer-shapes" role="group" aria-label={t('Shapes')}>
        {shapes.map(shape => (
          <OfferedShape key={shape} shape={shape} onChoose={choose} />
        ))}
      </div>
      {shapes.length === 0 && <p className="ox-de-offer-none">{t('No shape is named like that.')}</p>}
      <input
        type="search"
        aria-label={t('Find a shape')}
        placeholder={t('Find a shape')}
        value={query}
        maxLength={100}
        onChange={event => setQuery(event.target.value)}
      />
    </div>
  )
}

function OfferedShape({ shape, onChoose }: { shape: string; onChoose: (shape: string) => void }) {
  const { tools } = useEditor()
  const name = t(findShape(shape)?.name ?? 'Shape')
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onFocus={() => tools.showOffered?.(shape)}
      onPointerEnter={() => tools.showOffered?.(shape)}
      onClick={() => onChoose(shape)}
    >
      <ShapeSign shape={shape} />
    </button>
  )
}
