import './captcha.css'
import { webFeature } from '#platform/web/feature.ts'

export { CaptchaField, useCaptcha, withCaptcha, type CaptchaHeaders } from './CaptchaField.tsx'

export const captchaWeb = webFeature({
  name: 'captcha',
})
