import type { ReactNode } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { forgotPasswordPage } from '../contract.ts'
import { MIN_PASSWORD_LENGTH } from '../shared.ts'
import { ErrorMessageView, FieldView, HiddenFieldView } from './FormView.tsx'

/** A step of resetting a password: `children` between the heading and the way back. */
export function ResetView({ reader: { t }, children }: { reader: Reader; children: ReactNode }) {
  return (
    <>
      <h1>{t('Reset your password')}</h1>
      {children}
      <p className="oxf-more">
        <a href="/login.action">{t('Back to log in')}</a>
      </p>
    </>
  )
}

/** Form that requests a password reset. */
export function ForgotPasswordView({ reader: { t } }: { reader: Reader }) {
  return (
    <>
      <p className="oxf-lead">
        {t('Give your user name or e-mail address. If there is an account, you get a link for setting a new password.')}
      </p>
      <form className="oxf-form" action="/forgotuserpassword.action" method="post">
        <FieldView name="usernameOrEmail" label={t('User name or e-mail')} autoComplete="username" isFocused />
        <button className="oxf-button" type="submit">
          {t('Send the link')}
        </button>
      </form>
    </>
  )
}

interface NewPasswordViewProps {
  reader: Reader
  /** Of the link. */
  token: string
  /** For password managers. */
  username: string
  error?: string | undefined
}

/** Asks for the new password. */
export function NewPasswordView({ reader: { t }, token, username, error }: NewPasswordViewProps) {
  return (
    <>
      <ErrorMessageView texts={[error]} />
      <form className="oxf-form" action="/resetuserpassword.action" method="post">
        <HiddenFieldView name="token" value={token} />
        <input type="hidden" name="username" defaultValue={username} autoComplete="username" />
        <FieldView
          name="newPassword"
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          isFocused
          hint={t('At least {{min}} characters.', { min: MIN_PASSWORD_LENGTH })}
        />
        <FieldView
          name="newPasswordConfirmation"
          label={t('Repeat the new password')}
          type="password"
          autoComplete="new-password"
        />
        <button className="oxf-button" type="submit">
          {t('Set password')}
        </button>
      </form>
    </>
  )
}

/** Says that a link does not work any more, and how to get another: by mail or from an administrator. */
export function ExpiredLinkView({ reader: { t }, sendsMail }: { reader: Reader; sendsMail: boolean }) {
  return (
    <>
      <ErrorMessageView texts={[t('This link has expired or was used already.')]} />
      {sendsMail ? (
        <p className="oxf-more">
          <a className="oxf-button" href={forgotPasswordPage.path}>
            {t('Ask for a new link')}
          </a>
        </p>
      ) : (
        <p className="oxf-lead">
          {t('This wiki cannot send mail. Ask an administrator for a link to set a new password.')}
        </p>
      )}
    </>
  )
}
