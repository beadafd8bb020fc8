import { useEffect } from 'react'
import { probe, useOffline, watchNetwork } from '../connection.ts'
import { t } from '../i18n.ts'
import { loginHref } from '../navigation.ts'
import { useSessionHasEnded, watchForSignIn } from '../signed-in.ts'

/** Banner for an unreachable server or an ended session. */
export function ConnectionBanner() {
  const offline = useOffline()
  const signedOut = useSessionHasEnded()
  useEffect(watchNetwork, [])
  useEffect(watchForSignIn, [])
  return (
    <div className="ox-connection" role="status">
      {offline ? (
        <p>
          {t('The server cannot be reached. This page may be out of date; trying again…')}{' '}
          <button type="button" onClick={() => void probe()}>
            {t('Try now')}
          </button>
        </p>
      ) : (
        signedOut && (
          <p>
            {t('You are signed out. Your text stays here: log in in another tab and come back.')}{' '}
            <a href={loginHref('/')} target="_blank" rel="noopener">
              {t('Log in')}
            </a>
          </p>
        )
      )}
    </div>
  )
}
