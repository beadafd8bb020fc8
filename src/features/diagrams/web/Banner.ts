import { createElement, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { DiagramBanner } from './banners.ts'

/** A self-dismissing banner, timed by the style sheet. Without JSX, so that Node can render it. */
export default function Banner({ banner }: { banner: DiagramBanner }) {
  const [isOver, setOver] = useState(false)
  if (isOver) return null
  return createElement(
    'div',
    {
      className: 'ox-diagram-banner',
      'data-tone': banner.tone,
      role: banner.tone === 'danger' ? 'alert' : 'status',
      onAnimationEnd: () => setOver(true),
    },
    t(banner.text),
  )
}
