import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { randomId } from '#platform/web/random-id.ts'
import { useReader } from '#platform/web/reader.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { captchaQuestion } from '../contract.ts'
import { CAPTCHA_ID, CAPTCHA_RESPONSE } from '../shared.ts'
import { CaptchaView, type CaptchaShown } from '../view/CaptchaView.tsx'

/** No letter of a word, and refused in headers. */
const NOT_IN_HEADERS = /[^ -~]/g

/** Headers of a call that carry an answer. */
export type CaptchaHeaders = Readonly<Record<string, string>>

/** Captcha of a form: what is shown, what was typed, and its headers. */
interface Captcha {
  shown: CaptchaShown
  response: string
  warning: string | undefined
  type: (response: string) => void
  /** Shows another picture. */
  refresh: () => void
  ask: () => void
  headers: () => CaptchaHeaders
  /**
   * Takes up a failure of the call.
   * @returns whether it was about the captcha, which then shows a warning and another picture
   */
  takes: (error: unknown) => boolean
}

/** State of a captcha. @param isOn whether one is needed; undefined is returned where not */
export function useCaptcha(isOn: boolean): Captcha | undefined {
  const [shown, setShown] = useState<CaptchaShown>(newCaptcha)
  const [response, setResponse] = useState('')
  const [warning, setWarning] = useState<string>()
  if (!isOn) return undefined
  const renew = () => {
    setShown(newCaptcha())
    setResponse('')
  }
  return {
    shown,
    response,
    warning,
    type: setResponse,
    refresh() {
      renew()
      setWarning(undefined)
    },
    ask() {
      const { id } = shown
      call(captchaQuestion, { params: { id } }).then(
        ({ text }) => setShown(now => (now.id === id ? { id, question: text } : now)),
        (error: unknown) => setWarning(error instanceof Error ? error.message : undefined),
      )
    },
    headers: () => ({ [CAPTCHA_ID]: shown.id, [CAPTCHA_RESPONSE]: response.replaceAll(NOT_IN_HEADERS, '') }),
    takes(error) {
      if (!(error instanceof ApiError) || error.field !== CAPTCHA_RESPONSE) return false
      renew()
      setWarning(error.message)
      return true
    },
  }
}

/**
 * Makes a call with the answer to a captcha, where there is one.
 * @returns false when that was wrong, which the captcha shows; other failures are thrown
 */
export async function withCaptcha(
  captcha: Captcha | undefined,
  send: (headers: CaptchaHeaders) => Promise<void>,
): Promise<boolean> {
  try {
    await send(captcha?.headers() ?? {})
    return true
  } catch (error) {
    if (captcha?.takes(error)) return false
    throw error
  }
}

/** Field of a captcha with a button for another picture. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const { shown, warning, response, type, refresh, ask } = captcha
  return (
    <CaptchaView
      key={shown.id}
      captcha={shown}
      reader={useReader()}
      warning={warning}
      value={response}
      onChange={type}
      onAsk={ask}
      actions={<Button onPress={refresh}>{t('Another picture')}</Button>}
    />
  )
}

function newCaptcha(): CaptchaShown {
  return { id: randomId(), question: undefined }
}
