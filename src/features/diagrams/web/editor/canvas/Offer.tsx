import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react'
import { t } from '#platform/web/i18n.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import { toScreen } from './camera.ts'

const WIDTH = 232
const HEIGHT = 56

/** Shapes offered at a new connector's free end. */
export function Offer() {
  const editor = useEditor()
  const { tools } = editor
  const { offer } = useSyncExternalStore(tools.subscribe, tools.hints)
  const camera = useEditorState(state => state.camera)
  const bar = useRef<HTMLDivElement>(null)
  const isOpen = offer !== null
  useEffect(() => {
    if (isOpen) bar.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isOpen])
  if (!offer) return null
  const at = toScreen(camera, offer.at)
  const { width, height } = editor.viewSize
  const left = Math.max(8, Math.min(at.x - WIDTH / 2, width - WIDTH - 8))
  const top = at.y + 12 + HEIGHT > height ? at.y - 12 - HEIGHT : at.y + 12
  const choose = (shape: string | null) => {
    const canvas = bar.current?.closest<HTMLElement>('.ox-de-canvas')
    tools.takeOffer?.(shape)
    canvas?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const index = buttons.findIndex(button => button === document.activeElement)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') choose(null)
    else if (step) buttons.at((index + step) % buttons.length)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={bar}
      className="ox-de-above ox-de-offer"
      role="toolbar"
      tabIndex={-1}
      aria-label={t('Shape at the end of the connector')}
      style={{ left, top }}
      onKeyDown={onKeyDown}
    >
      {offer.shapes.map(shape => (
        <button
          key={shape}
          type="button"
          aria-label={t(findShape(shape)?.name ?? 'Shape')}
          title={t(findShape(shape)?.name ?? 'Shape')}
          onClick={() => choose(shape)}
        >
          <ShapeSign shape={shape} />
        </button>
      ))}
    </div>
  )
}

const SIGN = 22

/** A shape as a small line drawing. */
function ShapeSign({ shape }: { shape: string }) {
  const definition = findShape(shape)
  if (!definition) return null
  if (shape === 'basic.text') return <span aria-hidden="true">T</span>
  const parameters = Object.fromEntries((definition.parameters ?? []).map(({ name, default: usual }) => [name, usual]))
  const { width, height } = definition.size
  return (
    <svg width={SIGN} height={SIGN} viewBox={`-2 -2 ${width + 4} ${height + 4}`} aria-hidden="true">
      {definition.paths(definition.size, parameters).map(({ d }) => (
        <path key={d} d={d} fill="none" stroke="currentColor" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
