import { useEffect } from 'react'
import { AccessModeView } from '#platform/view/frame/ShellView.tsx'
import { useAccessMode, watchAccessMode } from '../access-mode.ts'
import { t } from '../i18n.ts'
import { pageData } from '../session.ts'

export function AccessModeBanner() {
  const { banner, isBack } = useAccessMode()
  useEffect(watchAccessMode, [])
  // The document was rendered read-only.
  const isStale = pageData().accessMode.mode === 'READ_ONLY'
  return (
    <AccessModeView banner={banner}>
      {isBack && (
        <p data-kind="back">
          <strong>{t("We're back!")}</strong> {t('You can make changes again.')}{' '}
          {isStale && (
            <a
              href={location.href}
              onClick={event => {
                event.preventDefault()
                location.reload()
              }}
            >
              {t('Refresh')}
            </a>
          )}
        </p>
      )}
    </AccessModeView>
  )
}
