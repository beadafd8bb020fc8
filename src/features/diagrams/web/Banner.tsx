import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { DiagramBanner } from './banners.ts'

/** A banner that comes, stays and goes by itself; its times are in the style sheet. */
export default function Banner({ banner }: { banner: DiagramBanner }) {
  const [isOver, setOver] = useState(false)
  if (isOver) return null
  return (
    <div className="ox-diagram-banner" data-tone={banner.tone} role={banner.tone === 'danger' ? 'alert' : 'status'} onAnimationEnd={() => setOver(true)}>
      {t(banner.text)}
    </div>
  )
}
