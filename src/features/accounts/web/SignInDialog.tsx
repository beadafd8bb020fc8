import { useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { loginHref } from '#platform/web/navigation.ts'
import { pageData } from '#platform/web/session.ts'
import { lookForSession } from '#platform/web/signed-in.ts'
import { Slot } from '#platform/web/slots.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { authenticate } from '../contract.ts'
import type { ProofHeaders } from './slots.ts'

/** Logs the user in again over the screen, whose text stays; the screen goes on as soon as the session is there. */
export default function SignInDialog({ close }: { close: () => void }) {
  const { user } = pageData()
  const [password, setPassword] = useState('')
  const [isRemembered, setRemembered] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const proof = useRef<ProofHeaders>(undefined)
  const provide = (headers: ProofHeaders | undefined) => {
    proof.current = headers
  }
  const username = user?.username ?? ''
  const signIn = useAction(async () => {
    try {
      await call(
        authenticate,
        { body: { username, password, rememberMe: isRemembered } },
        { signInOn401: false, signsIn: true, headers: proof.current?.() ?? {} },
      )
    } catch (error) {
      setRefusal(error)
      throw error
    }
    await lookForSession()
    close()
  })
  return (
    <FormDialog
      title={t('Log in again')}
      submitLabel={t('Log in')}
      action={signIn}
      fields={refusal instanceof ApiError && refusal.field !== undefined ? [refusal.field] : []}
      onClose={close}
      width={440}
    >
      <p>{t('Your session has ended. Log in as {{name}} to go on.', { name: user?.displayName ?? '' })}</p>
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <TextField
        label={t('Password')}
        type="password"
        autoComplete="current-password"
        isRequired
        // The dialog was asked for, and the name is known.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={password}
        onChange={setPassword}
      />
      <Slot name="sign-in.proof" context={{ refusal, provide }} />
      <Checkbox isSelected={isRemembered} onChange={setRemembered}>
        {t('Keep me logged in')}
      </Checkbox>
      <p>
        <a href={loginHref('/')} target="_blank" rel="noopener">
          {t('Log in in a new tab instead')}
        </a>
      </p>
    </FormDialog>
  )
}
