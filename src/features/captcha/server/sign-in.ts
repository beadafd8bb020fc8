import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import { signInProofs } from '#features/accounts/server/index.ts'
import { CAPTCHA_MISMATCH, CAPTCHA_RESPONSE } from '../shared.ts'
import { SignInCaptchaView } from '../view/CaptchaView.tsx'
import { captchaIn, isRight } from './answers.ts'
import { newCaptcha } from './comments.ts'
import { signInCaptcha } from './settings.ts'

/** Asks for a captcha after repeated failures to sign in. */
export function captchaAtSignIn(app: App): void {
  app.extensions.add(signInProofs, {
    refusal: CAPTCHA_MISMATCH,
    fieldName: CAPTCHA_RESPONSE,
    isOn: () => app.settings.get(signInCaptcha),
    isGiven: request => isRight(app, captchaIn(request)),
    field: reader => h(SignInCaptchaView, { captcha: newCaptcha(), reader }),
  })
}
