import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'

/** Set on the device once the tip was read. */
const READ_KEY = 'oxbow.drop-tip-read'

/** Says once that files can be dropped into the text. */
export function DropTip() {
  const [isRead, setRead] = useState(() => localStorage.getItem(READ_KEY) !== null)
  if (isRead) return null
  const read = () => {
    localStorage.setItem(READ_KEY, 'true')
    setRead(true)
  }
  return (
    <Banner
      actions={
        <Button size="small" onPress={read}>
          {t('Ok, got it!')}
        </Button>
      }
    >
      {t('Drop files straight into your page to insert them directly.')}
    </Banner>
  )
}
