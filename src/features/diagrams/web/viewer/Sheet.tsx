import { useEffect, useRef } from 'react'
import type { Link } from '#diagrams/model/document.ts'
import type { PlacedHit } from '#diagrams/operations/text.ts'
import { DARK_PAPER } from '#diagrams/render/dark.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { svgWithFonts } from './with-fonts.ts'

export interface SheetProps {
  drawing: RenderedDiagram
  /** In colours for a dark sheet. */
  isDark: boolean
  name: string
  zoom: number
  hits: readonly PlacedHit[]
  /** Index of the current hit. */
  current: number
  /** Target and text of a link. */
  linkOf: (link: Link, title: string) => ShownLink
}

/** A link of a shape. */
export interface ShownLink {
  href: string
  label: string
  /** It leads to what is gone, or what the reader may not see. */
  isBroken?: boolean
  /** Follows it within the viewer. */
  onFollow?: () => void
}

/** Shows a drawing with embedded fonts, as an image loads none. */
async function show(svg: string, image: HTMLImageElement | null, over: AbortSignal): Promise<void> {
  const whole = await svgWithFonts(svg)
  if (over.aborted || !image) return
  const url = URL.createObjectURL(new Blob([whole], { type: 'image/svg+xml' }))
  over.addEventListener('abort', () => URL.revokeObjectURL(url))
  image.src = url
}

/** The drawn page with links and hits. The drawing is an inert image. */
export function Sheet({ drawing, isDark, name, zoom, hits, current, linkOf }: SheetProps) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const over = new AbortController()
    void show(drawing.svg, image.current, over.signal)
    return () => over.abort()
  }, [drawing.svg])
  const text = drawing.text.replace(/\s+/g, ' ').trim().slice(0, 2000)
  const boxOf = (left: number, top: number, width: number, height: number) => ({
    left: left * zoom,
    top: top * zoom,
    width: width * zoom,
    height: height * zoom,
  })
  return (
    <div
      className="ox-diagram-sheet"
      style={{
        width: drawing.width * zoom,
        height: drawing.height * zoom,
        ...(isDark ? { background: DARK_PAPER } : {}),
      }}
    >
      <img ref={image} alt={text === '' ? name : `${name}: ${text}`} draggable={false} />
      {drawing.areas.map(({ objectId, link, polygon, title }) => {
        const xs = polygon.map(({ x }) => x)
        const ys = polygon.map(({ y }) => y)
        const [left, top] = [Math.min(...xs), Math.min(...ys)]
        const { href, label, isBroken, onFollow } = linkOf(link, title)
        return (
          <a
            key={objectId}
            className="ox-diagram-area"
            href={href}
            aria-label={label}
            title={label}
            data-broken={isBroken || undefined}
            onClick={event => {
              if (!onFollow || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onFollow()
            }}
            style={boxOf(left, top, Math.max(...xs) - left, Math.max(...ys) - top)}
            {...(link.newWindow ? { target: '_blank', rel: 'noopener' } : {})}
          />
        )
      })}
      {hits.map(({ objectId, label, bounds }, index) => (
        <div
          key={`${objectId} ${label ?? ''}`}
          className="ox-diagram-hit"
          data-current={index === current || undefined}
          style={boxOf(bounds.x - drawing.left, bounds.y - drawing.top, bounds.width, bounds.height)}
        />
      ))}
    </div>
  )
}
