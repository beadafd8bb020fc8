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
}

/** The card of a hint, which records that it is shown. */
export default function DiscoveryHint({ pluginKey, featureKey, isOnce = false, showMe, ...hint }: DiscoveryHintProps) {
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
              {t('Show me')}
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
              {t('Show me')}
            </Button>
          )}
          <Button size="small" variant="subtle" onPress={finish}>
            {t("Don't show again")}
          </Button>
        </>
      }
    />
  )
}
