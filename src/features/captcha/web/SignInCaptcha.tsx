import { useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import type { Slots } from '#platform/web/slots.tsx'
import type {} from '#features/accounts/web/index.ts'
import { CAPTCHA_RESPONSE } from '../shared.ts'
import { CaptchaField, useCaptcha } from './CaptchaField.tsx'

/** Captcha of the dialog to log in again, from the first refusal that asks for it. */
export default function SignInCaptcha({ refusal, provide }: Slots['sign-in.proof']) {
  const [judged, setJudged] = useState<unknown>()
  const [isOn, setOn] = useState(false)
  const captcha = useCaptcha(isOn)
  if (refusal !== judged) {
    setJudged(refusal)
    if (refusal instanceof ApiError && refusal.field === CAPTCHA_RESPONSE) setOn(true)
    // Each answer is judged once, also if only the password was wrong.
    if (!captcha?.takes(refusal)) captcha?.refresh()
  }
  useEffect(() => provide(captcha?.headers))
  if (!captcha) return null
  return (
    <>
      {captcha.warning === undefined && (
        <p role="alert">{t('After several failed attempts, the word in the picture is needed too.')}</p>
      )}
      <CaptchaField captcha={captcha} />
    </>
  )
}
