import { useEffect } from 'react'
import { useAccessMode, watchAccessMode } from '../access-mode.ts'
import { t } from '../i18n.ts'
import { pageData } from '../session.ts'

/** Says that nothing can be changed right now, and when that is over. The server's markup is `document.ts`: change both. */
export function AccessModeBanner() {
  const { banner, isBack } = useAccessMode()
  useEffect(watchAccessMode, [])
  // What this document offers was decided when it was made.
  const isStale = pageData().accessMode.mode === 'READ_ONLY'
  return (
    <div className="ox-access-mode" role="status">
      {banner !== null && <p>{banner}</p>}
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
    </div>
  )
}
