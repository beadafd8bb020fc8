import { lazy, Suspense, useState } from 'react'
import { pageData } from '#platform/web/session.ts'
import { isUndiscovered } from './discovered.ts'
import type { DiscoveryHintProps } from './DiscoveryHint.tsx'
import type { HelpTipProps } from './HelpTipCard.tsx'

const TipCard = lazy(() => import('./HelpTipCard.tsx'))
/** A tip whose caller decides when it shows. Lazy: render inside `Suspense`. */
export const Tip = lazy(async () => ({ default: (await import('./HintCard.tsx')).TipCard }))
const HintCard = lazy(() => import('./DiscoveryHint.tsx'))

/** A tip for signed-in users, until they dismiss it. */
export function HelpTip(tip: HelpTipProps) {
  if (pageData().user === null) return null
  return (
    <Suspense fallback={null}>
      <TipCard {...tip} />
    </Suspense>
  )
}

/** A hint at a feature, for signed-in users who have not discovered it; loaded when it is to be shown. */
export function DiscoveryHint(hint: DiscoveryHintProps) {
  const [isWanted] = useState(() => isUndiscovered(hint))
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <HintCard {...hint} />
    </Suspense>
  )
}
