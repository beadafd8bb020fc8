import type { CSSProperties } from 'react'
import type { Reader } from '#platform/view/reader.ts'

interface EmbeddedDiagramViewProps {
  reader: Reader
  /** Sizes in px. */
  picture: { src: string; alt: string; width: number; height: number }
  /** Links, each with its box in parts of the picture. */
  areas: readonly { href: string; title: string; place: CSSProperties }[]
  /** Of the document. */
  path: string
  /** Names of all pages. */
  pages: readonly string[]
  /** Index of the page that is shown. */
  at: number
}

/** A diagram as large as there is room, with its links and the ways to its other pages. */
export function EmbeddedDiagramView({ reader: { t }, picture, areas, path, pages, at }: EmbeddedDiagramViewProps) {
  const [width, height] = [Math.ceil(picture.width), Math.ceil(picture.height)]
  const ratio = (picture.width / Math.max(picture.height, 1)).toFixed(4)
  const link = (to: number, label: string) => <a href={`${path}${to === 0 ? '' : `?page=${to + 1}`}`}>{label}</a>
  return (
    <>
      <main>
        <div className="sheet" style={{ width: `min(100vw,${width}px,calc(100dvh*${ratio}))`, aspectRatio: ratio }}>
          <img src={picture.src} width={width} height={height} alt={picture.alt} />
          {areas.map(({ href, title, place }, index) => (
            <a key={index} href={href} target="_blank" rel="noopener noreferrer" aria-label={title} style={place} />
          ))}
        </div>
      </main>
      {pages.length > 1 && (
        <nav aria-label={t('Pages of the diagram')}>
          {at > 0 && link(at - 1, t('Previous page'))}{' '}
          <span>
            {t('Page {{at}} of {{count}}: {{name}}', { at: at + 1, count: pages.length, name: pages[at] ?? '' })}
          </span>{' '}
          {at + 1 < pages.length && link(at + 1, t('Next page'))}
        </nav>
      )}
    </>
  )
}

/** In the place of a diagram that is no longer shown. */
export function GoneView({ text }: { text: string }) {
  return (
    <main>
      <p>{text}</p>
    </main>
  )
}
