import type { ReactNode } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import type { LabelWire } from '../contract.ts'
import { labelPath } from '../shared.ts'

interface LabelBarViewProps {
  labels: readonly LabelWire[]
  reader: Reader
  /** Remove button of a label. */
  removal?: ((label: LabelWire) => ReactNode) | undefined
  /** Browser-only content after the labels. */
  children?: ReactNode
}

/** Labels of a page, as links. */
export function LabelBarView({ labels, reader: { t }, removal, children }: LabelBarViewProps) {
  return (
    <div className="ox-label-bar" id="labels-section">
      <ul className="ox-labels label-list" aria-label={t('Labels')}>
        {labels.map(label => (
          <li key={label.id} className="aui-label">
            <a className="ox-label" rel="tag" href={labelPath(label.label)}>
              {label.label}
            </a>
            {removal?.(label)}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
