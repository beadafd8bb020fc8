import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Feature } from '../shared.ts'
import { discover, viewed } from './discovered.ts'
import { HintCard } from './HintCard.tsx'

export interface DiscoveryHintProps extends Feature {
  title: string
  body: string
  anchor?: string
  /** Address of what the hint points out, or what shows it. */
  showMe?: string | (() => void)
  /** Seeing it once is enough; else it is shown up to three times. */
  isOnce?: boolean
  /** Instead of "Show me". */
  showLabel?: string
  /** Instead of "Don't show again": a button that only closes the hint, which may be shown another time. */
  laterLabel?: string
}

/** The card of a hint, which records that it is shown. */
export default function DiscoveryHint({
  pluginKey,
  featureKey,
  isOnce = false,
  showMe,
  showLabel = t('Show me'),
  laterLabel,
  ...hint
}: DiscoveryHintProps) {
  const [isShown, setShown] = useState(true)
  if (!isShown) return null
  const finish = () => {
    setShown(false)
    if (!isOnce) void discover({ pluginKey, featureKey })
  }
  return (
    <HintCard
      {...hint}
      hasCross
      onShown={() => void (isOnce ? discover : viewed)({ pluginKey, featureKey })}
      onClose={() => setShown(false)}
      actions={
        <>
          {typeof showMe === 'string' && (
            <a href={showMe} onClick={finish}>
              {showLabel}
            </a>
          )}
          {typeof showMe === 'function' && (
            <Button
              size="small"
              onPress={() => {
                finish()
                showMe()
              }}
            >
              {showLabel}
            </Button>
          )}
          {laterLabel === undefined ? (
            <Button size="small" variant="subtle" onPress={finish}>
              {t("Don't show again")}
            </Button>
          ) : (
            <Button size="small" variant="subtle" onPress={() => setShown(false)}>
              {laterLabel}
            </Button>
          )}
        </>
      }
    />
  )
}
