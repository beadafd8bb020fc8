import { useEffect, useRef } from 'react'
import { probe, useOffline, watchNetwork } from '../connection.ts'
import { t } from '../i18n.ts'
import { askToSignIn, leaveSignIn, useSessionHasEnded, useSignInAsked, watchForSignIn } from '../signed-in.ts'
import { Slot } from '../slots.tsx'

/** Banner for an unreachable server or an ended session. */
export function ConnectionBanner() {
  const offline = useOffline()
  const signedOut = useSessionHasEnded()
  useEffect(watchNetwork, [])
  useEffect(watchForSignIn, [])
  const isSigningIn = useSignInAsked()
  const before = useRef<EventTarget>(null)
  return (
    <>
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
              {t('You are signed out. Your text stays here.')}{' '}
              <button
                type="button"
                aria-haspopup="dialog"
                onFocus={({ relatedTarget }) => {
                  before.current = relatedTarget
                }}
                onClick={() => {
                  // The dialog gives the focus back to it: this button goes with the banner.
                  if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
                  askToSignIn()
                }}
              >
                {t('Log in')}
              </button>
            </p>
          )
        )}
      </div>
      {isSigningIn && <Slot name="session.ended" context={{ close: leaveSignIn }} />}
    </>
  )
}
