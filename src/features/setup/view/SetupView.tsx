import { ErrorMessageView, FieldView, HiddenFieldView } from '#features/accounts/view/index.ts'
import { MIN_PASSWORD_LENGTH } from '#features/accounts/shared.ts'
import type { Reader } from '#platform/view/reader.ts'

export interface SetupValues {
  code: string
  username: string
  displayName: string
  email: string
}

interface SetupViewProps {
  reader: Reader
  values: SetupValues
  /** Of the form. */
  token: string
  needsCode: boolean
  errors: readonly string[]
}

/** The form by which a new wiki gets its administrator. */
export function SetupView({ reader: { t }, values, token, needsCode, errors }: SetupViewProps) {
  return (
    <>
      <h1>{t('Set up your wiki')}</h1>
      <p className="oxf-lead">{t('Create the administrator. You can invite everybody else afterwards.')}</p>
      <ErrorMessageView texts={errors} />
      <form className="oxf-form" id="setupform" action="/setup" method="post">
        <HiddenFieldView name="token" value={token} />
        {needsCode && (
          <FieldView
            name="code"
            label={t('Set-up code')}
            value={values.code}
            autoComplete="one-time-code"
            hint={t('It stands in the log of the wiki, with the address of this page.')}
          />
        )}
        <FieldView name="username" label={t('User name')} value={values.username} autoComplete="username" />
        <FieldView name="displayName" label={t('Full name')} value={values.displayName} autoComplete="name" isFocused />
        <FieldView
          name="email"
          label={t('E-mail')}
          type="email"
          value={values.email}
          autoComplete="email"
          required={false}
          hint={t('Optional')}
        />
        <FieldView
          name="password"
          label={t('Password')}
          type="password"
          autoComplete="new-password"
          hint={t('At least {{min}} characters.', { min: MIN_PASSWORD_LENGTH })}
        />
        <label className="oxf-check">
          <input name="demonstration" type="checkbox" value="true" defaultChecked />
          {t('Create a demonstration space to look around in')}
        </label>
        <button className="oxf-button" type="submit">
          {t('Create administrator')}
        </button>
      </form>
    </>
  )
}
