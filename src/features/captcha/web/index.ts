import './captcha.css'
import { createElement, lazy, Suspense } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'

export { CaptchaField, useCaptcha, withCaptcha, type CaptchaHeaders } from './CaptchaField.tsx'

const SignInCaptcha = lazy(() => import('./SignInCaptcha.tsx'))

export const captchaWeb = webFeature({
  name: 'captcha',
  slots: [
    slot('sign-in.proof', {
      id: 'captcha',
      render: context => createElement(Suspense, null, createElement(SignInCaptcha, context)),
    }),
  ],
})
