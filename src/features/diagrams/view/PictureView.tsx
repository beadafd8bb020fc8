import type { ReactNode } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { pagePath } from '#features/content-core/address-shared.ts'

interface PictureViewProps {
  reader: Reader
  title: string
  /** Id of the page to return to. */
  back: string
  /** URL and size in px; undefined for a new diagram. */
  picture: { src: string; width?: number; height?: number } | undefined
  children?: ReactNode
}

/** A diagram as a picture, without script. */
export function PictureView({ reader: { t }, title, back, picture, children }: PictureViewProps) {
  return (
    <div className="ox-diagram">
      <div className="ox-diagram-bar">
        <h1 id="title-text">{title}</h1>
        <a href={pagePath(back)}>{t('Back to page')}</a>
      </div>
      {children}
      {picture && (
        <div className="ox-diagram-stage">
          <div className="ox-diagram-room">
            <div className="ox-diagram-sheet">
              <img src={picture.src} width={picture.width} height={picture.height} alt={title} />
            </div>
          </div>
        </div>
      )}
    </div>
  )
}
