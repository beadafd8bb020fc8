import type { ReactNode } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { ErrorMessageView, FieldView, HiddenFieldView, InfoMessageView } from './FormView.tsx'

interface SignInViewProps {
  reader: Reader
  destination: string
  username?: string
  error?: string | undefined
  info?: string | undefined
  /** The proof required after repeated failures. */
  proof?: ReactNode
}

/** The sign-in form. Scripts look for the text `loginform`, the names of fields and the ids. */
export function SignInView({ reader: { t }, destination, username = '', error, info, proof }: SignInViewProps) {
  const isNamed = username !== ''
  return (
    <>
      <h1>{t('Log in to the wiki')}</h1>
      {info !== undefined && <InfoMessageView text={info} />}
      <ErrorMessageView texts={[error]} />
      <form className="oxf-form" id="loginform" name="loginform" action="/dologin.action" method="post">
        <FieldView
          name="os_username"
          label={t('User name or e-mail')}
          value={username}
          autoComplete="username"
          isFocused={!isNamed}
        />
        <FieldView
          name="os_password"
          label={t('Password')}
          type="password"
          autoComplete="current-password"
          isFocused={isNamed}
        />
        <label className="oxf-check">
          <input id="os_cookie" name="os_cookie" type="checkbox" value="true" />
          {t('Keep me logged in')}
        </label>
        {proof}
        <HiddenFieldView name="os_destination" value={destination} />
        <button className="oxf-button" id="loginButton" name="login" value="Log in" type="submit">
          {t('Log in')}
        </button>
      </form>
      <p className="oxf-more">
        <a id="forgot-password" href="/forgotuserpassword.action">
          {t('Forgot your password?')}
        </a>
      </p>
    </>
  )
}

interface ConfirmPasswordViewProps {
  reader: Reader
  xsrfToken: string
  destination: string
  error?: string | undefined
}

/** Asks for the password again before administration. */
export function ConfirmPasswordView({ reader: { t }, xsrfToken, destination, error }: ConfirmPasswordViewProps) {
  return (
    <div id="login-container">
      <h1>{t('Confirm your password')}</h1>
      <p className="oxf-lead">{t('You are about to change how the wiki works. Confirm that it is you.')}</p>
      <ErrorMessageView texts={[error]} />
      <form className="oxf-form" action="/doauthenticate.action" method="post">
        <HiddenFieldView name="atl_token" value={xsrfToken} />
        <HiddenFieldView name="destination" value={destination} />
        <FieldView name="password" label={t('Password')} type="password" autoComplete="current-password" isFocused />
        <button className="oxf-button" id="authenticateButton" name="authenticate" value="Confirm" type="submit">
          {t('Confirm')}
        </button>
      </form>
      <p className="oxf-more">
        <a href="/">{t('Back to the wiki')}</a>
      </p>
    </div>
  )
}
