import { probe, useOffline } from '../connection.ts'
import { t } from '../i18n.ts'

/** Says that the server cannot be reached, for as long as that is so. */
export function ConnectionBanner() {
  const offline = useOffline()
  return (
    <div className="ox-connection" role="status">
      {offline && (
        <p>
          {t('The server cannot be reached. What you see may be out of date; trying again…')}{' '}
          <button type="button" onClick={() => void probe()}>
            {t('Try now')}
          </button>
        </p>
      )}
    </div>
  )
}
