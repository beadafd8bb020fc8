import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { t } from '#platform/web/i18n.ts'
import { type Crop, clampedCrop, MAX_ZOOM, minZoom, imagePlace, sideOf } from './crop.ts'
import css from './logo.module.css'

/** Side of the view in px, as in the CSS. */
const VIEW = 200
const KEY_STEP = 8
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface CropperProps {
  picture: HTMLImageElement
  crop: Crop
  onChange: (crop: Crop) => void
}

/** Square crop of a picture: drag or arrow keys, and a zoom slider. */
export function Cropper({ picture, crop, onChange }: CropperProps) {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const drag = useRef<{ x: number; y: number; from: Crop } | null>(null)
  const { left, top, width, height } = imagePlace(size, crop, VIEW)
  /** In px of the view; the square moves against the picture. */
  const moveBy = (from: Crop, x: number, y: number) => {
    const scale = sideOf(size, from) / VIEW
    onChange(clampedCrop(size, { ...from, x: from.x - x * scale, y: from.y - y * scale }))
  }
  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, from: crop }
  }
  const move = (event: PointerEvent) => {
    if (drag.current) moveBy(drag.current.from, event.clientX - drag.current.x, event.clientY - drag.current.y)
  }
  const up = () => {
    drag.current = null
  }
  const key = (event: KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (!step) return
    event.preventDefault()
    moveBy(crop, step[0] * KEY_STEP, step[1] * KEY_STEP)
  }
  return (
    <div className={css.cropper}>
      {/* Focusable for the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={css.view}
        role="application"
        aria-label={t('Part of the picture that is shown: arrow keys move the picture')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={key}
      >
        <img src={picture.src} alt="" draggable={false} style={{ left, top, width, height }} />
      </div>
      <label className={css.zoom}>
        <span>{t('Zoom')}</span>
        <input
          type="range"
          min={Math.log(minZoom(size))}
          max={Math.log(MAX_ZOOM)}
          step="any"
          value={Math.log(crop.zoom)}
          onChange={event => onChange(clampedCrop(size, { ...crop, zoom: Math.exp(event.target.valueAsNumber) }))}
        />
      </label>
    </div>
  )
}
